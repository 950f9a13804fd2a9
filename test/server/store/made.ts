import type { Attempt, Checkout, Payout } from '../../../src/server/rules/model.ts'
import { writtenAhead } from '../../../src/server/rules/written-ahead.ts'
import type { KeptCallback, StoredCard, StoredEvent } from '../../../src/server/store/store.ts'
import { policy } from '../rules/policy.ts'

let made = 0
/** Every test has names of its own, so that many can share one database. */
export const name = (kind: string): string => `${kind}_${process.pid}_${++made}`

export const checkout = (over: Partial<Checkout> = {}): Checkout => ({
  kind: 'checkout',
  id: name('co'),
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  told: 0,
  order: name('order'),
  amount: { value: '1250.00', currency: 'UAH' },
  customer: null,
  methods: ['transfer'],
  terms: null,
  expiresAt: 100_000,
  expired: true,
  seenAt: 1000,
  attempts: [],
  ...over,
})

export const attempt = (over: Partial<Attempt> = {}): Attempt => ({
  ...writtenAhead(
    {
      n: 1,
      externalTransactionId: name('tx'),
      method: 'transfer',
      profile: 'p2p',
      pipeline: 'p2p',
      amount: { value: '1250.00', currency: 'UAH' },
      body: 'sealed',
    },
    checkout(),
    { at: 1000, jitter: 0.5 },
    policy,
  ),
  state: 'open',
  body: null,
  askAt: null,
  story: [],
  ...over,
})

export const payout = (over: Partial<Payout> = {}): Payout => ({
  kind: 'payout',
  id: name('po'),
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  told: 0,
  reference: name('payout'),
  fingerprint: 'f',
  amount: { value: '10.00', currency: 'UAH' },
  attempts: [],
  ...over,
})

export const event = (entryId: string, seq: number, over: Partial<StoredEvent> = {}): StoredEvent => ({
  id: name('evt'),
  entryId,
  seq,
  type: 'checkout.succeeded',
  at: 1000,
  ref: 'r',
  attempt: 1,
  externalTransactionId: null,
  externalId: null,
  asked: { value: '1250.00', currency: 'UAH' },
  paid: null,
  reason: null,
  review: null,
  ...over,
})

export const callback = (over: Partial<KeptCallback> = {}): KeptCallback => ({
  externalId: name('ext'),
  status: 'Success',
  amount: '1250.00',
  orderType: 'Deposit',
  pipelines: ['p2p'],
  ...over,
})

export const card = (customer: string, over: Partial<StoredCard> = {}): StoredCard => ({
  id: name('card'),
  customer,
  label: '•••• 4242',
  token: 'sealed',
  fingerprint: name('fingerprint'),
  createdAt: 1000,
  ...over,
})
