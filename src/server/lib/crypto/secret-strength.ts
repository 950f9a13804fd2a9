const requiredBits = 128
/** A random text of 128 bits has more, whatever its alphabet. */
const minDistinctCharacters = 6

const alphabets: readonly (readonly [pattern: RegExp, size: number])[] = [
  [/^[0-9]+$/, 10],
  [/^[0-9a-f]+$/, 16],
  [/^[0-9A-F]+$/, 16],
  [/^[a-z]+$|^[A-Z]+$/, 26],
  [/^[0-9a-z]+$|^[0-9A-Z]+$/, 36],
  [/^[0-9a-zA-Z]+$/, 62],
  [/^[0-9a-zA-Z+/=_-]+$/, 64],
]
const printableCharacters = 94

/** A word that was drawn from a list of 7,776, as passphrases are. */
const bitsPerWord = 12.9
/** Words of one case or with a capital: letters of both cases in any order are random ones, as in Base64. */
const phrasePattern = /^(?:[A-Z]?[a-z]+(?:[ ._-][A-Z]?[a-z]+)+|[A-Z]+(?:[ ._-][A-Z]+)+)$/

/**
 * Whether a text can have 128 random bits, estimated by its length and its alphabet: 32 hexadecimal digits, 22
 * characters of Base64 or ten random words are enough. A text that repeats itself or counts is not random.
 */
export function isStrongSecret(secret: string): boolean {
  const alphabet = alphabets.find(([pattern]) => pattern.test(secret))?.[1] ?? printableCharacters
  const isVaried = new Set(secret).size >= minDistinctCharacters && unpredictable(secret) >= secret.length / 2
  const bits = phrasePattern.test(secret)
    ? new Set(secret.toLowerCase().split(/[ ._-]/)).size * bitsPerWord
    : secret.length * Math.log2(alphabet)
  return isVaried && bits >= requiredBits
}

/** How many characters neither end a part of four that occurs before nor continue a run such as 1234 or aaaa. */
function unpredictable(text: string): number {
  const step = (index: number): number => text.charCodeAt(index) - text.charCodeAt(index - 1)
  return Array.from(text, (_, index) => index).filter((index) => {
    if (index < 3) return true
    const isRun =
      Math.abs(step(index)) <= 1 && step(index) === step(index - 1) && step(index) === step(index - 2)
    return !isRun && text.indexOf(text.slice(index - 3, index + 1)) === index - 3
  }).length
}

/** Of 32 random bytes, about 30 differ, and so do about 29 of the 31 steps between neighbours. */
const minDistinctBytes = 18

/** False for a text, a repeated pattern or a count: random bytes fail this less than once in ten million keys. */
export function isRandomKey(key: Uint8Array): boolean {
  const steps = Array.from(key.subarray(1), (byte, index) => (byte - (key[index] ?? 0)) & 0xff)
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f)
  return !isText && new Set(key).size >= minDistinctBytes && new Set(steps).size >= minDistinctBytes
}
