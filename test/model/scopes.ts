import type { Scope } from './state.ts'

const small: Scope = {
  attempts: 1,
  kinds: ['transfer'],
  processes: 1,
  sends: 2,
  asked: 2,
  enough: 2,
  amounts: [2, 1],
  news: 2,
  refunds: 0,
  refundAmounts: [1, 2],
  absent: ['lag', 'unclear'],
}

/** What `npm test` checks exhaustively. */
export const scopes = {
  /** One process creates an order: every fault, no payment. */
  'a create': { ...small, amounts: [], news: 0 },
  /** Two processes at the same attempt, which take the lease from each other. */
  'a create by two processes': {
    ...small,
    processes: 2,
    amounts: [],
    news: 0,
    absent: ['operator', 'callback', 'lag', 'unclear'],
  },
  /** A transfer is paid, with all or less, fails and is corrected. */
  'a payment': { ...small, sends: 1 },
  /** Two attempts that may both be paid. */
  'two attempts': {
    ...small,
    attempts: 2,
    sends: 1,
    amounts: [2],
    news: 1,
    absent: ['operator', 'callback', 'crash', 'silence', 'network', 'no amount', 'lag', 'unclear'],
  },
  /** Two operators request refunds at the same time. */
  'two refunds': {
    ...small,
    processes: 2,
    sends: 1,
    amounts: [2],
    news: 1,
    refunds: 2,
    refundAmounts: [2],
    absent: ['callback', 'crash', 'silence', 'network', 'no amount', 'lag', 'unclear'],
  },
} as const satisfies Record<string, Scope>
export type ScopeName = keyof typeof scopes

/** What `npm run test:full` checks besides. */
export const deepScopes = {
  /** The shop accepts a little less, and less than that is paid, too. */
  'a payment of less than asked': { ...small, sends: 1, asked: 3 },
  'a create and its payment': { ...small, amounts: [2], news: 1 },
  'a create by two processes, with callbacks': {
    ...small,
    processes: 2,
    amounts: [],
    news: 0,
  },
  'two attempts with lost responses': {
    ...small,
    attempts: 2,
    sends: 1,
    amounts: [2],
    news: 1,
    absent: ['operator', 'callback', 'crash', 'silence', 'no amount', 'lag', 'unclear'],
  },
} as const satisfies Record<string, Scope>
