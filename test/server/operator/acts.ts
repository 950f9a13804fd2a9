import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { AuditLine, PayoutDetail, type Scope } from '../../../src/contract/index.ts'
import { createPaypane, generateSealKey, type Paypane, type Store } from '../../../src/server/index.ts'
import { addAmounts, isLessThan } from '../../../src/service/amount.ts'
import { createPaymentsClient } from '../../../src/service/index.ts'
import { manualClock } from '../harness.ts'

/** Operators by their token, which is their name too. */
const scopes = {
  reader: ['read'],
  clerk: ['read', 'payout:create', 'resolve'],
  anna: ['read', 'resolve', 'payout:create', 'payout:approve'],
  boris: ['resolve', 'payout:create', 'payout:approve'],
  vera: ['payout:approve'],
  admin: ['read', 'resolve', 'payout:create'],
  stranger: [],
} as const satisfies Record<string, readonly Scope[]>
type OperatorName = keyof typeof scopes
const isOperatorName = (name: string): name is OperatorName => Object.hasOwn(scopes, name)
const names = Object.keys(scopes).filter(isOperatorName)
const has = (name: string, scope: Scope): boolean =>
  isOperatorName(name) && scopes[name].some((own) => own === scope)

const threshold = '100'
const dailyLimit = '400'
/** The service never answers about a payout of this amount, so it can only be discarded. */
const silentAmount = '120.00'

const references = ['a', 'b', 'c'] as const
const act = fc.record({
  type: fc.constantFrom('create', 'create', 'approve', 'approve', 'reject', 'discard'),
  who: fc.constantFrom(...names),
  reference: fc.constantFrom(...references),
  amount: fc.constantFrom('60.00', '100.00', '100.01', silentAmount, '250.00'),
  /** Which of the two servers receives the request. */
  server: fc.nat({ max: 1 }),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Acts that are under way at the same time; or hours that pass. */
export const sequence = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(act, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(2, 13) },
  ),
  { minLength: 3, maxLength: 14 },
)
type Sequence = typeof sequence extends fc.Arbitrary<infer T> ? T : never

const digest = async (token: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString('hex')
const operators = Object.fromEntries(
  await Promise.all(
    names
      .filter((name) => name !== 'admin' && name !== 'stranger')
      .map(async (name) => [name, { tokenSha256: await digest(name), scopes: [...scopes[name]] }] as const),
  ),
)
const sealKey = generateSealKey()

const requests: Record<Act['type'], { path: string; scope: Scope; body: (act: Act) => object }> = {
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
  discard: { path: '/review', scope: 'resolve', body: () => ({ attempt: 1, act: 'discard', note: 'gone' }) },
}

/** A create request at the service. */
interface Sent {
  id: string
  amount: string
  day: string
}
const Create = z.object({ externalTransactionId: z.string(), amount: z.number() })

/** Plays a sequence on two servers and checks rule 18 in everything that has happened. */
export async function playActs(steps: Sequence, stores: readonly [Store, Store]): Promise<void> {
  const clock = manualClock(Date.UTC(2026, 0, 1, 9))
  const sent: Sent[] = []
  const service = createPaymentsClient({
    baseUrl: 'http://127.0.0.1:1',
    timeoutMs: 1000,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method === 'GET') return new Response('{}', { status: 503 })
      const { externalTransactionId: id, amount } = Create.parse(JSON.parse(await request.text()))
      sent.push({ id, amount: amount.toFixed(2), day: new Date(clock.now()).toISOString().slice(0, 10) })
      if (amount.toFixed(2) === silentAmount) throw new TypeError('no answer')
      return Response.json({ externalId: `at-${id}`, orderStatus: 'Created' })
    },
  })
  const servers = stores.map((store) =>
    createPaypane({
      service,
      pipelines: { payout: { profile: 'payout', key: 'k', privateKey: 'p' } },
      store,
      sealKey,
      order: () => null,
      publicUrl: 'http://127.0.0.1:8787',
      callbacks: 'static',
      worker: false,
      clock,
      random: () => 0.5,
      adminToken: 'admin',
      operators,
      payoutApproval: { UAH: threshold },
      payoutDailyLimit: { UAH: dailyLimit },
      rateLimits: { adminTokens: 1_000_000 },
    }),
  )
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error('There are two servers.')

  for (const step of steps) {
    if (typeof step === 'number') {
      clock.advance(step * 3_600_000)
      for (let passes = 0; passes < 5 && (await first.reconcile()) > 0; passes += 1);
      continue
    }
    await Promise.all(
      step.map(async (one) => {
        const { path, scope, body } = requests[one.type]
        const target = one.type === 'create' ? '/payouts' : `/payouts/${one.reference}${path}`
        const response = await send(one.server === 0 ? first : second, target, one.who, body(one))
        if (one.who === 'stranger') expect(response.status).toBe(401)
        else if (!has(one.who, scope)) expect(response.status).toBe(403)
        else expect([200, 201, 202, 403, 404, 409]).toContain(response.status)
      }),
    )
  }
  await expectRights(first, sent)
}

const send = (paypane: Paypane, path: string, token: string, body?: object): Promise<Response> =>
  paypane.fetch(
    new Request(`http://127.0.0.1/admin${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )

async function expectRights(paypane: Paypane, sent: readonly Sent[]): Promise<void> {
  const lines = (await (await send(paypane, '/audit', 'anna')).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditLine.parse(JSON.parse(line)))
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1))
  const recorded = (name: string, reference: string): string[] =>
    lines.flatMap(({ act, ref, operator }) => (act === name && ref === reference ? [operator] : []))

  const known = new Set<string>()
  for (const reference of references) {
    const response = await send(paypane, `/payouts/${reference}`, 'anna')
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
    const creation = payout.approvals.find((approval) => approval.act === 'create')
    expect(creation !== undefined).toBe(needsApproval)
    if (needsApproval) expect(sends.length > 0).toBe(creation?.decided?.approved === true)
    else expect(sends.length).toBe(1)
    // A payout that failed because an operator discarded it.
    const discarded = payout.status === 'failed'
    if (discarded)
      expect(payout.approvals.at(-1)).toMatchObject({ act: 'discard', decided: { approved: true } })
    for (const { requestedBy, decided } of payout.approvals) {
      if (decided === null) continue
      expect(has(decided.by, 'payout:approve')).toBe(true)
      expect(decided.by).not.toBe(requestedBy)
    }
    const decisions = payout.approvals.flatMap(({ decided }) => decided ?? [])
    for (const [name, approved] of [
      ['approvePayout', true],
      ['rejectPayout', false],
    ] as const)
      expect(recorded(name, reference)).toEqual(
        decisions.filter((decision) => decision.approved === approved).map(({ by }) => by),
      )
  }

  for (const { id } of sent) expect(known).toContain(id)
  const firstSends = sent.filter(({ id }, index) => sent.findIndex((other) => other.id === id) === index)
  const byDay = new Map<string, string>()
  for (const { day, amount } of firstSends) byDay.set(day, addAmounts(byDay.get(day) ?? '0', amount))
  for (const total of byDay.values()) expect(isLessThan(dailyLimit, total)).toBe(false)
}

/** How many sequences are played: `OPERATOR_ACTS`, or the given number. The seed repeats them: `OPERATOR_SEED`. */
export function actRuns(numRuns: number): { numRuns: number; seed: number } {
  const runs = Number(process.env['OPERATOR_ACTS'] ?? numRuns)
  const seed = Number(process.env['OPERATOR_SEED'] ?? Date.now() % 2 ** 31)
  process.stdout.write(`operators' acts: ${runs} sequences, OPERATOR_SEED=${seed}\n`)
  return { numRuns: runs, seed }
}
