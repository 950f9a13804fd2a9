const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Hashes a text to four words of state (FNV-1a, one basis per word). */
function hashSeed(seed: string): [number, number, number, number] {
  function word(basis: number) {
    let hash = basis
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16777619)
    return hash >>> 0
  }
  return [word(2166136261), word(3735928559), word(2654435769), word(305419896)]
}

/** The sfc32 generator. Not cryptographic: ids of an emulator need no secrecy. */
function generator(seed: string): () => number {
  let [a, b, c, count] = hashSeed(seed)
  function next() {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let i = 0; i < 16; i++) next()
  return next
}

/** Deterministic pseudo-random values: the same seed gives the same values on every machine. */
export function createRandom(seed: string) {
  const next = generator(seed)
  /** An integer from 0, below the bound. */
  const int = (bound: number) => next() % bound
  const draw = (characters: string, length: number) =>
    Array.from({ length }, () => characters.charAt(int(characters.length))).join('')
  return {
    int,
    digits: (length: number) => draw('0123456789', length),
    letters: (length: number) => draw(alphabet, length),
    pick<T>(list: readonly [T, ...T[]]): T {
      const picked = list[int(list.length)]
      // One of them may be null.
      return picked === undefined ? list[0] : picked
    },
    uuid() {
      const hex = draw('0123456789abcdef', 32)
      const variant = '89ab'.charAt(int(4))
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
export type Random = ReturnType<typeof createRandom>
