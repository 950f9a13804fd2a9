import { createSealer, type Sealer } from './seal.ts'

/** A sealer that parses its keys at first use: creating and mounting the server needs no key. */
export function createLazySealer(keys: string | readonly string[]): Sealer {
  let created: Promise<Sealer> | null = null
  const sealer = (): Promise<Sealer> => {
    created ??= createSealer(typeof keys === 'string' ? keys.split(',') : keys)
    return created
  }
  return {
    encrypt: async (associatedData, text) => (await sealer()).encrypt(associatedData, text),
    decrypt: async (associatedData, sealed) => (await sealer()).decrypt(associatedData, sealed),
    currentPrefix: async () => (await sealer()).currentPrefix(),
    retiredPrefixes: async () => (await sealer()).retiredPrefixes(),
    fingerprints: async (text) => (await sealer()).fingerprints(text),
    tag: async (text) => (await sealer()).tag(text),
    untag: async (tagged) => (await sealer()).untag(tagged),
  }
}
