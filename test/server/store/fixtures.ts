import type { Refusal } from '../../../src/contract/attempt.ts'
import { newAttempt } from '../../../src/server/rules/attempt/new-attempt.ts'
import type { Approval, Attempt, Checkout, Payout, Refund } from '../../../src/server/rules/model.ts'
import type { VerifiedCallback } from '../../../src/server/store/callbacks.ts'
import type { ReportedCard, StoredCard } from '../../../src/server/store/cards.ts'
import type { EntryEvent } from '../../../src/server/store/events.ts'
import { policy } from '../rules/policy.ts'

let counter = 0
/** A unique name, so that tests can share one database. */
export const uniqueName = (kind: string): string => `${kind}_${process.pid}_${++counter}`

export const checkout = (overrides: Partial<Checkout> = {}): Checkout => ({
  kind: 'checkout',
  id: uniqueName('co'),
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  lastEventSeq: 0,
  erasedAt: null,
  order: uniqueName('order'),
  amount: { value: '1250.00', currency: 'UAH' },
  customer: null,
  signed: null,
  reopenedAfter: 0,
  refunds: [],
  extensions: 0,
  methods: ['transfer'],
  next: null,
  terms: null,
  expiresAt: 100_000,
  expired: true,
  seenAt: 1000,
  attempts: [],
  ...overrides,
})

export const refund = (overrides: Partial<Refund> = {}): Refund => ({
  id: 'r-1',
  amount: { value: '100.00', currency: 'UAH' },
  note: 'broken',
  by: 'anna',
  issuedTo: [],
  at: 1000,
  state: 'requested',
  destination: null,
  givenAt: null,
  checkAt: null,
  ...overrides,
})

export const attempt = (overrides: Partial<Attempt> = {}): Attempt => ({
  ...newAttempt(
    {
      n: 1,
      externalTransactionId: uniqueName('tx'),
      method: 'transfer',
      profile: 'p2p',
      pipeline: 'p2p',
      customer: null,
      tolerance: '0',
      amount: { value: '1250.00', currency: 'UAH' },
      body: 'sealed',
    },
    checkout(),
    { at: 1000, jitter: 0.5 },
    policy,
  ),
  state: 'placed',
  body: null,
  nextLookupAt: null,
  activity: [],
  ...overrides,
})

export const serviceRefusal = (overrides: Partial<Refusal> = {}): Refusal => ({
  ...{ status: 400, label: null, code: null, statusDescription: null, field: null, message: null },
  ...overrides,
})

export const payout = (overrides: Partial<Payout> = {}): Payout => ({
  kind: 'payout',
  id: uniqueName('po'),
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  lastEventSeq: 0,
  erasedAt: null,
  reference: uniqueName('payout'),
  fingerprint: 'f',
  amount: { value: '10.00', currency: 'UAH' },
  attempts: [],
  createdBy: null,
  request: { externalTransactionId: 'payout', pipeline: 'payout', body: null },
  approvals: [],
  refundOf: null,
  refundDueAt: null,
  destination: null,
  ...overrides,
})

/** Of a payout that nothing is left to do for. */
export const rejected: Approval = {
  action: 'create',
  attempt: null,
  by: null,
  at: 0,
  note: null,
  decided: { approved: false, by: 'boris', at: 0, note: null },
}

export const event = (entryId: string, seq: number, overrides: Partial<EntryEvent> = {}): EntryEvent => ({
  id: uniqueName('evt'),
  entryId,
  seq,
  type: 'checkout.succeeded',
  at: 1000,
  ref: 'r',
  attempt: 1,
  externalTransactionId: null,
  externalId: null,
  requested: { value: '1250.00', currency: 'UAH' },
  paid: null,
  reason: null,
  refusal: null,
  review: null,
  ...overrides,
})

export const callback = (overrides: Partial<VerifiedCallback> = {}): VerifiedCallback => ({
  externalId: uniqueName('ext'),
  status: 'Success',
  amount: '1250.00',
  orderType: 'Deposit',
  pipelines: ['p2p'],
  ...overrides,
})

export const card = (customer: string, overrides: Partial<StoredCard> = {}): StoredCard => ({
  id: uniqueName('card'),
  customer,
  label: '•••• 4242',
  token: 'sealed',
  fingerprint: uniqueName('fingerprint'),
  createdAt: 1000,
  ...overrides,
})

/** As an attempt reports it that was started at this time. Default: after every removal. */
export const reported = (
  card: StoredCard,
  startedAt = 1e15,
  fingerprints = [card.fingerprint],
): ReportedCard => ({
  card,
  startedAt,
  fingerprints,
})
