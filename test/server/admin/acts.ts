import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { AuditLine, PayoutDetail, type Scope } from '../../../src/contract/index.ts'
import { generateSealKey } from '../../../src/server/index.ts'
import type { Store } from '../../../src/server/store/store.ts'
import { addAmounts, isLessThan } from '../../../src/service/amount.ts'
import { createActServer, dailyLimit, scopes, threshold } from './act-server.ts'

type OperatorName = keyof typeof scopes
const isOperatorName = (name: string): name is OperatorName => Object.hasOwn(scopes, name)
const names = Object.keys(scopes).filter(isOperatorName)
const has = (name: string, scope: Scope): boolean =>
  isOperatorName(name) && scopes[name].some((own) => own === scope)

/** The service never answers about a payout of this amount, so it can only be discarded. */
const silentAmount = '120.00'

const references = ['a', 'b', 'c'] as const
const action = fc.record({
  type: fc.constantFrom('create', 'create', 'approve', 'approve', 'reject', 'discard'),
  who: fc.constantFrom(...names),
  reference: fc.constantFrom(...references),
  amount: fc.constantFrom('60.00', '100.00', '100.01', silentAmount, '250.00'),
  /** Which of the two servers receives the request. */
  server: fc.nat({ max: 1 }),
})
type Act = typeof action extends fc.Arbitrary<infer T> ? T : never

/** Acts that are under way at the same time; or hours that pass. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.array(action, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(2, 13) },
)
type Step = number | Act[]

/** An approved payout without an answer, which is reviewed and discarded: random acts alone seldom come that far. */
const unanswered: Step[] = [
  [{ type: 'create', who: 'clerk', reference: 'a', amount: silentAmount, server: 0 }],
  [{ type: 'approve', who: 'vera', reference: 'a', amount: silentAmount, server: 1 }],
  48,
  [{ type: 'discard', who: 'clerk', reference: 'a', amount: silentAmount, server: 0 }],
  [{ type: 'approve', who: 'vera', reference: 'a', amount: silentAmount, server: 1 }],
]

const sequence = fc
  .tuple(fc.nat({ max: unanswered.length }), fc.array(step, { minLength: 3, maxLength: 14 }))
  .map(([before, steps]) => [...unanswered.slice(0, before), ...steps])

const requests: Record<Act['type'], { path: string; scope: Scope; body: (action: Act) => object }> = {
  create: {
    path: '',
    scope: 'payout:create',
    body: ({ reference, amount }) => ({
      reference,
      amount,
      currency: 'UAH',
      additionalFields: [{ key: 'card', value: '4149605012345678' }],
    }),
  },
  approve: { path: '/approve', scope: 'payout:approve', body: () => ({}) },
  reject: { path: '/reject', scope: 'payout:approve', body: () => ({ note: 'no' }) },
  discard: {
    path: '/review',
    scope: 'resolve',
    body: () => ({ attempt: 1, action: 'discard', note: 'gone' }),
  },
}

/** A create request that the service received. */
interface Sent {
  id: string
  amount: string
  day: string
}

/** Two servers on one database, and the service behind them. */
export interface ActWorld {
  sent: readonly Sent[]
  /** A request to one of the servers, below `/admin`. */
  request(server: number, path: string, init: RequestInit): Promise<Response>
  /** Advances the clocks, and processes what is due. */
  advance(ms: number): Promise<void>
}

const Create = z.object({ externalTransactionId: z.string(), amount: z.number() })

export interface ActService {
  sent: readonly Sent[]
  /** Throws where the connection breaks. */
  respond(method: string, body: string): Response
}

/** The service: accepts every payout, and never answers a lookup. */
export function createActService(now: () => number): ActService {
  const sent: Sent[] = []
  return {
    sent,
    respond(method, body) {
      if (method === 'GET') return new Response('{}', { status: 503 })
      const { externalTransactionId: id, amount } = Create.parse(JSON.parse(body))
      sent.push({ id, amount: amount.toFixed(2), day: new Date(now()).toISOString().slice(0, 10) })
      if (amount.toFixed(2) === silentAmount) throw new TypeError('no answer')
      return Response.json({ externalId: `at-${id}`, orderStatus: 'Created' })
    },
  }
}

const sealKey = generateSealKey()

/** Two servers in this process. The stores are open and empty. */
export function createLocalWorld(stores: readonly [Store, Store]): ActWorld {
  const { sent, respond } = createActService(() => first.clock.now())
  const service = {
    url: 'http://127.0.0.1:1',
    fetch: async (...init: Parameters<typeof fetch>) => {
      const request = new Request(...init)
      return respond(request.method, await request.text())
    },
  }
  const first = createActServer(stores[0], service, sealKey)
  const second = createActServer(stores[1], service, sealKey)
  return {
    sent,
    request: (server, path, init) =>
      (server === 0 ? first : second).paypane.fetch(new Request(`http://127.0.0.1/admin${path}`, init)),
    async advance(ms) {
      for (const { clock } of [first, second]) clock.advance(ms)
      await first.reconcile()
    },
  }
}

/** An act that a server has accepted. */
type Accepted = Pick<Act, 'type' | 'who' | 'reference'>

/** Plays a sequence and checks rule 18 in everything that has happened. */
async function playActs(steps: readonly Step[], world: ActWorld): Promise<void> {
  const accepted: Accepted[] = []
  const play = async (one: Act): Promise<void> => {
    const { path, scope, body } = requests[one.type]
    const target = one.type === 'create' ? '/payouts' : `/payouts/${one.reference}${path}`
    const response = await send(world, target, one.who, { server: one.server, body: body(one) })
    await response.arrayBuffer()
    if (one.who === 'stranger') expect(response.status).toBe(401)
    else if (!has(one.who, scope)) expect(response.status).toBe(403)
    else expect([200, 201, 202, 403, 404, 409]).toContain(response.status)
    if (response.ok) accepted.push(one)
  }
  for (const step of steps)
    if (typeof step === 'number') await world.advance(step * 3_600_000)
    else await Promise.all(step.map(play))
  await expectRights(world, accepted)
}

const send = (
  world: ActWorld,
  path: string,
  token: string,
  { server = 0, body }: { server?: number; body?: object } = {},
): Promise<Response> =>
  world.request(server, path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

async function expectRights(world: ActWorld, accepted: readonly Accepted[]): Promise<void> {
  const { sent } = world
  const lines = (await (await send(world, '/audit', 'anna')).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditLine.parse(JSON.parse(line)))
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1))
  const recorded = (name: string, reference: string): string[] =>
    lines.flatMap(({ action, ref, operator }) => (action === name && ref === reference ? [operator] : []))
  const acceptedFrom = (type: Act['type'], reference: string): string[] =>
    accepted.flatMap((one) => (one.type === type && one.reference === reference ? [one.who] : []))

  const known = new Set<string>()
  for (const reference of references) {
    const response = await send(world, `/payouts/${reference}`, 'anna')
    if (response.status === 404) {
      expect(lines.filter(({ ref }) => ref === reference)).toEqual([])
      continue
    }
    const payout = PayoutDetail.parse(await response.json())
    known.add(payout.externalTransactionId)
    const creator = payout.createdBy ?? ''
    expect(has(creator, 'payout:create')).toBe(true)
    expect(recorded('createPayout', reference)).toEqual([creator])

    const needsApproval = isLessThan(threshold, payout.amount.value)
    const sends = sent.filter(({ id }) => id === payout.externalTransactionId)
    const creation = payout.approvals.find((approval) => approval.action === 'create')
    expect(creation !== undefined).toBe(needsApproval)
    if (needsApproval) expect(sends.length > 0).toBe(creation?.decided?.approved === true)
    else expect(sends.length).toBe(1)
    // A payout that failed because an operator discarded it.
    const discarded = payout.status === 'failed'
    if (discarded)
      expect(payout.approvals.at(-1)).toMatchObject({ action: 'discard', decided: { approved: true } })
    for (const { requestedBy, decided } of payout.approvals) {
      if (decided === null) continue
      expect(has(decided.by, 'payout:approve')).toBe(true)
      expect(decided.by).not.toBe(requestedBy)
    }
    expect(recorded('reviewPayout', reference).sort()).toEqual(acceptedFrom('discard', reference).sort())
    const decisions = payout.approvals.flatMap(({ decided }) => decided ?? [])
    for (const { type, name, approved } of [
      { type: 'approve', name: 'approvePayout', approved: true },
      { type: 'reject', name: 'rejectPayout', approved: false },
    ] as const) {
      const by = decisions.flatMap((decision) => (decision.approved === approved ? [decision.by] : []))
      expect(recorded(name, reference)).toEqual(by)
      expect(acceptedFrom(type, reference).sort()).toEqual(by.sort())
    }
  }

  for (const { id } of sent) expect(known).toContain(id)
  const firstSends = sent.filter(({ id }, index) => sent.findIndex((other) => other.id === id) === index)
  const byDay = new Map<string, string>()
  for (const { day, amount } of firstSends) byDay.set(day, addAmounts(byDay.get(day) ?? '0', amount))
  for (const total of byDay.values()) expect(isLessThan(dailyLimit, total)).toBe(false)
}

/** A database for one sequence after another. */
export interface ActLane {
  /** The world of the next sequence, with an empty database. */
  next(): Promise<ActWorld>
  close(): Promise<void>
}

/**
 * Plays `OPERATOR_ACTS` sequences, or `defaultRuns`. Many of them are played in several lanes: while one waits for its
 * database, the others go on. `OPERATOR_SEED` repeats them; the seed of a failure plays it in the first lane.
 */
export async function playSequences(
  defaultRuns: number,
  openLane: (lane: number) => Promise<ActLane>,
): Promise<void> {
  const runs = Number(process.env['OPERATOR_ACTS'] ?? defaultRuns)
  const seed = Number(process.env['OPERATOR_SEED'] ?? Date.now() % 2 ** 31)
  const from = performance.now()
  const runsOfLane = Math.max(50, Math.ceil(runs / 8))
  const played = Array.from({ length: Math.ceil(runs / runsOfLane) }, async (_, index) => {
    const lane = await openLane(index)
    const property = fc.asyncProperty(sequence, async (steps) => playActs(steps, await lane.next()))
    try {
      await fc.assert(property, { numRuns: Math.min(runs, runsOfLane), seed: seed + index })
    } finally {
      await lane.close()
    }
  })
  await Promise.all(played)
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  process.stdout.write(
    `${expect.getState().currentTestName}: ${runs} sequences, OPERATOR_SEED=${seed}, ${seconds} s\n`,
  )
}
