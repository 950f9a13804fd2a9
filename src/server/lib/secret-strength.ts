const requiredBits = 128
/** A random text of 128 bits has more, whatever its alphabet. */
const minDistinctCharacters = 6

const alphabets: readonly (readonly [pattern: RegExp, size: number])[] = [
  [/^[0-9]+$/, 10],
  [/^[0-9a-f]+$/, 16],
  [/^[0-9A-F]+$/, 16],
  [/^[a-z]+$|^[A-Z]+$/, 26],
  [/^[0-9a-z]+$|^[0-9A-Z]+$/, 36],
  [/^[a-zA-Z]+$/, 52],
  [/^[0-9a-zA-Z]+$/, 62],
  [/^[0-9a-zA-Z+/=_-]+$/, 64],
]
const printableCharacters = 94

/**
 * Whether a text can have 128 random bits, estimated by its length and its alphabet: 32 hexadecimal digits or 22
 * characters of Base64 are enough.
 */
export function isStrongSecret(secret: string): boolean {
  const alphabet = alphabets.find(([pattern]) => pattern.test(secret))?.[1] ?? printableCharacters
  const isVaried = new Set(secret).size >= minDistinctCharacters
  return isVaried && secret.length * Math.log2(alphabet) >= requiredBits
}
