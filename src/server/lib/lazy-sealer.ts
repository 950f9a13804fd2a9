import { createSealer, type Sealer } from './seal.ts'

/** A sealer that parses its keys at first use: creating and mounting the server needs no key. */
export function createLazySealer(keys: string | readonly string[]): Sealer {
  let created: Promise<Sealer> | null = null
  const sealer = (): Promise<Sealer> => {
    created ??= createSealer(typeof keys === 'string' ? keys.split(',') : keys)
    return created
  }
  return {
    seal: async (purpose, text) => (await sealer()).seal(purpose, text),
    open: async (purpose, sealed) => (await sealer()).open(purpose, sealed),
    retiredKeyPrefixes: async () => (await sealer()).retiredKeyPrefixes(),
    fingerprints: async (text) => (await sealer()).fingerprints(text),
  }
}
