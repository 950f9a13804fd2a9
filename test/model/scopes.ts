import type { Actor, Scope } from './state.ts'

/** A lookup says what is so, in words that are documented. */
const goodLookups = ['not found yet', 'lag', 'unclear'] as const

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
  absent: goodLookups,
}

/** Nobody loses, delays, repeats or decides anything. */
const noFault: readonly Actor[] = [
  'operator',
  'callback',
  'crash',
  'silence',
  'network',
  'no amount',
  ...goodLookups,
]

/** What `npm run test:full` checks exhaustively, and `npm test` the first. */
export const scopes = {
  /** One process creates an order: every fault, no payment. */
  'a create': { ...small, amounts: [], news: 0 },
  /** Two processes at the same attempt, which take the lease from each other. */
  'a create by two processes': {
    ...small,
    processes: 2,
    amounts: [],
    news: 0,
    absent: ['operator', 'callback', ...goodLookups],
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
    absent: noFault,
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
    absent: noFault.filter((actor) => actor !== 'operator'),
  },
} as const satisfies Record<string, Scope>
export type ScopeName = keyof typeof scopes

/** Larger ones, and other kinds of attempts. */
export const deepScopes: Readonly<Record<string, Scope>> = {
  /** The shop accepts a little less, and less than that is paid, too. */
  'a payment of less than asked': { ...small, sends: 1, asked: 3 },
  'a create and its payment': { ...small, amounts: [2], news: 1 },
  'a create by two processes, with callbacks': {
    ...small,
    processes: 2,
    amounts: [],
    news: 0,
  },
  'a payment by form': { ...small, sends: 1, kinds: ['form'] },
  'a payment by saved card': { ...small, sends: 1, kinds: ['card'] },
  'a payment, with lookups that lag or are unclear': { ...small, sends: 1, absent: ['not found yet'] },
  'two attempts of any kind': { ...scopes['two attempts'], kinds: ['transfer', 'form', 'card'] },
  ...Object.fromEntries(
    noFault
      .filter((actor) => actor !== 'not found yet')
      .map((actor) => [
        `two attempts, with ${actor}`,
        { ...scopes['two attempts'], absent: noFault.filter((other) => other !== actor) },
      ]),
  ),
}
