import type { Actor, Attempt } from './state.ts'

/** The bounds of an exhaustive check. */
export interface Scope {
  attempts: number
  kinds: readonly Attempt['kind'][]
  processes: number
  /** Of one attempt. */
  sends: number
  asked: number
  /** What counts as paid by itself. */
  enough: number
  /** What the payer may pay. */
  amounts: readonly number[]
  /** How often the service changes its word about one order. */
  news: number
  refunds: number
  refundAmounts: readonly number[]
  /** Who does nothing. */
  absent: readonly Actor[]
}

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
  /** An operator refunds less than was asked, and the service corrects what was paid. */
  'a refund of too little': {
    ...small,
    sends: 1,
    refunds: 1,
    refundAmounts: [1],
    absent: noFault.filter((actor) => actor !== 'operator'),
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
type ScopeName = keyof typeof scopes

/** The guards that can be left out, each with the scope in which a rule breaks without it. */
export const guards = [
  { guard: 'an attempt is stored before it is sent', brokenIn: 'a create' },
  { guard: 'a send that was delayed too long does not leave', brokenIn: 'a create' },
  { guard: 'a lookup counts only once no create is in flight', brokenIn: 'a create' },
  { guard: 'a write needs the lease', brokenIn: 'a create by two processes' },
  { guard: 'a refusal is looked up', brokenIn: 'a create' },
  { guard: 'an attempt without an order is discarded only after two lookups', brokenIn: 'a create' },
  { guard: 'no attempt follows one that is undecided', brokenIn: 'two attempts' },
  { guard: 'a replaced attempt shows nothing to pay by', brokenIn: 'two attempts' },
  { guard: 'a replaced attempt is watched', brokenIn: 'a payment' },
  { guard: 'an expired attempt is watched', brokenIn: 'a payment' },
  { guard: 'a failed transfer is watched', brokenIn: 'a payment' },
  { guard: 'success is final', brokenIn: 'a payment' },
  { guard: 'a callback needs a valid signature', brokenIn: 'a create' },
  { guard: 'a callback is confirmed by a lookup', brokenIn: 'a payment' },
  { guard: 'a callback that is accepted without a lookup opens a review', brokenIn: 'a payment' },
  { guard: 'less than asked is not paid', brokenIn: 'a payment' },
  { guard: 'the amount is the one that the service names', brokenIn: 'a payment' },
  { guard: 'a second payment opens a review', brokenIn: 'two attempts' },
  { guard: 'a payment is announced once', brokenIn: 'two attempts' },
  { guard: 'what is undecided at its deadline opens a review', brokenIn: 'a create' },
  { guard: 'money that goes back pays nothing', brokenIn: 'a refund of too little' },
  { guard: 'a refund is checked in the write that reserves it', brokenIn: 'two refunds' },
] as const satisfies { guard: string; brokenIn: ScopeName }[]
export type Guard = (typeof guards)[number]['guard']

/** `without`: the guard that this mutant leaves out. */
export interface Model extends Scope {
  without: Guard | null
}

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
  'a payout': { ...small, kinds: ['payout'], news: 1 },
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
