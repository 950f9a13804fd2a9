import { memoryStore } from '../../../src/server/index.ts'
import { storeConforms } from './conformance.ts'

storeConforms('the store in memory', () => ({
  fresh: async () => ({ store: memoryStore(), again: null }),
}))
