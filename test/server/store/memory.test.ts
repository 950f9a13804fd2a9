import { memoryStore } from '../../../src/server/index.ts'
import { describeStore } from './conformance.ts'

describeStore('the store in memory', () => ({
  createEmpty: async () => ({ store: memoryStore(), reopen: null }),
}))
