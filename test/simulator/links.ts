import type { Random } from '../../src/sandbox/random.ts'
import type { Conditions } from './conditions.ts'
import type { Link } from './network.ts'

const kinds = {
  payer: { maxDelayMs: 20_000, hangMs: 60_000 },
  service: { maxDelayMs: 15_000, hangMs: 30_000 },
  callback: { maxDelayMs: 60_000, hangMs: 9000 },
} as const

/** A connection of this kind, with the faults that its conditions have at the time. */
export const createLink = (kind: keyof typeof kinds, conditions: Conditions, random: Random): Link => ({
  faults: {
    get loss() {
      return conditions[`${kind}Loss`]
    },
    get duplicate() {
      return conditions[`${kind}Duplicate`]
    },
    get slow() {
      return conditions[`${kind}Slow`]
    },
  },
  random,
  ...kinds[kind],
})
