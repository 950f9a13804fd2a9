import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  compareList,
  ListComparison,
  type LocalOrder,
  type ServiceOrder,
} from '../../src/cli/reconcile/compare.ts'
import { reconcile } from '../../src/cli/reconcile/reconcile.ts'
import { recordResult, reportDifferences, reviewDifferences } from '../../src/cli/reconcile/report.ts'
import { parseColumns, serviceOrders } from '../../src/cli/reconcile/service-list.ts'
import { LastReconciliation } from '../../src/contract/index.ts'
import { sqliteStore } from '../../src/server/sqlite/index.ts'
import { createHarness, operator, operatorToken } from '../server/harness.ts'
import { serveOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

const localOf = (n: number, cents: number): LocalOrder => ({
  ref: `order-${n}`,
  externalTransactionId: `tx-${n}`,
  externalId: `E-${n}`,
  amount: (cents / 100).toFixed(2),
  currency: 'UAH',
  status: n % 3 === 0 ? 'Failed' : 'Success',
})
const orderOf = ({ ref: _, ...order }: LocalOrder): ServiceOrder => order

type Planted = 'nothing' | 'missing here' | 'missing there' | 'amount' | 'currency' | 'status'
const planted = fc.record({
  cents: fc.integer({ min: 1, max: 99_999_999 }),
  plant: fc.constantFrom<Planted>(
    ...([
      'nothing',
      'nothing',
      'nothing',
      'missing here',
      'missing there',
      'amount',
      'currency',
      'status',
    ] as const),
  ),
  ids: fc.constantFrom('both', 'externalId', 'externalTransactionId'),
})

/** The list as a file of the service: in another order, with its own form of numbers and quotation marks. */
function toCsv(orders: readonly ServiceOrder[], separator: ',' | ';'): string {
  const decimal = (amount: string | null) =>
    separator === ';' ? (amount ?? '').replace('.', ',') : (amount ?? '')
  const rows = orders.map(({ externalId, externalTransactionId, amount, currency, status }) =>
    [
      externalId ?? '',
      `"${externalTransactionId ?? ''}"`,
      decimal(amount),
      `"a ""note""${separator}\n"`,
      currency,
      status,
    ].join(separator),
  )
  return ['\uFEFFOrder', 'externalTransactionId', 'Sum', 'note', 'currency', 'status']
    .join(separator)
    .concat('\r\n', rows.join('\r\n'))
}

test('of a list with planted differences each is found, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planted, { maxLength: 60 }),
      fc.constantFrom<',' | ';'>(',', ';'),
      fc.integer({ min: 1, max: 40 }),
      async (cases, separator, chunk) => {
        const rows = cases.map(({ cents, plant, ids }, n) => {
          const local = localOf(n, cents)
          const order = {
            ...orderOf(local),
            ...(plant === 'amount' && { amount: ((cents + 1) / 100).toFixed(2) }),
            ...(plant === 'currency' && { currency: 'EUR' }),
            ...(plant === 'status' && { status: 'Processing' }),
            ...(ids === 'externalId' && { externalTransactionId: null }),
            ...(ids === 'externalTransactionId' && { externalId: null }),
          }
          return { plant, local, order }
        })
        const comparison = new ListComparison(
          rows.flatMap(({ plant, local }) => (plant === 'missing here' ? [] : [local])),
        )
        const text = toCsv(
          rows.flatMap(({ plant, order }) => (plant === 'missing there' ? [] : [order])).toReversed(),
          separator,
        )
        async function* chunks() {
          for (let at = 0; at < text.length; at += chunk) yield text.slice(at, at + chunk)
        }
        const found: string[] = []
        for await (const order of serviceOrders(chunks(), parseColumns('externalId=Order,amount=Sum')))
          for (const { kind, order: listed } of comparison.add(order))
            found.push(`${kind} ${listed?.externalId ?? listed?.externalTransactionId}`)
        for (const { kind, local } of comparison.missingThere(() => true))
          found.push(`${kind} ${local?.externalId}`)
        const expected = rows.flatMap(({ plant, local, order }) => {
          if (plant === 'nothing') return []
          const id =
            plant === 'missing there' ? local.externalId : (order.externalId ?? order.externalTransactionId)
          return [`${plant} ${id}`]
        })
        expect(found.toSorted()).toEqual(expected.toSorted())
      },
    ),
    { numRuns: 60 },
  )
})

test('a list that lacks very many orders is compared to its end', async () => {
  const stored = Array.from({ length: 200_000 }, (_, n) => localOf(n, 500))
  async function* list() {
    yield orderOf(localOf(0, 500))
  }
  const { differences } = await compareList(stored, list(), () => true)
  expect(differences).toHaveLength(stored.length - 1)
})

test.each([
  ['what they say', 700],
  ['their number, where they say the same', 500],
])('a deposit and a payout with one externalId are distinguished by %s', (_, cents) => {
  const payout = { ...localOf(1, cents), ref: 'payout-1', externalTransactionId: 'tx-payout' }
  for (const locals of [
    [localOf(1, 500), payout],
    [payout, localOf(1, 500)],
  ]) {
    const comparison = new ListComparison(locals)
    const list = locals.toReversed().map((local) => ({ ...orderOf(local), externalTransactionId: null }))
    expect(list.flatMap((order) => comparison.add(order))).toEqual([])
    expect([...comparison.missingThere(() => true)]).toEqual([])
  }
})

test('an order that is missing here is found although one of the other kind has its externalId', () => {
  const stored = localOf(1, 500)
  const missing = { ...orderOf(stored), externalTransactionId: 'tx-of-the-other-kind' }
  for (const list of [
    [orderOf(stored), missing],
    [missing, orderOf(stored)],
  ]) {
    const comparison = new ListComparison([stored])
    expect(list.flatMap((order) => comparison.add(order))).toMatchObject([
      { kind: 'missing here', local: null, order: missing, there: 'Success 5.00 UAH' },
    ])
    expect([...comparison.missingThere(() => true)]).toEqual([])
  }
  const withoutStored = new ListComparison([stored])
  expect(withoutStored.add(missing)).toMatchObject([{ kind: 'missing here', order: missing }])
  expect([...withoutStored.missingThere(() => true)]).toMatchObject([
    { kind: 'missing there', local: stored },
  ])
})

test('a second order under one externalTransactionId is missing here', () => {
  const stored = localOf(1, 500)
  const second = { ...orderOf(stored), externalId: 'E-other' }
  const comparison = new ListComparison([stored])
  expect([orderOf(stored), second].flatMap((order) => comparison.add(order))).toMatchObject([
    { kind: 'missing here', local: null, order: second },
  ])
  expect([...comparison.missingThere(() => true)]).toEqual([])
  const unknown = { ...stored, externalId: null }
  expect(new ListComparison([unknown]).add(second)).toEqual([])
})

test('an order that is paid at the service and not known to exist here differs', () => {
  const unknown = { ...localOf(1, 500), externalId: null, status: null }
  const paid = orderOf(localOf(1, 500))
  expect(new ListComparison([unknown]).add(paid)).toMatchObject([
    { kind: 'status', local: unknown, here: null, there: 'Success' },
  ])
})

async function ordersIn(text: string, columns?: string): Promise<ServiceOrder[]> {
  async function* chunks() {
    yield text
  }
  return await Array.fromAsync(serviceOrders(chunks(), parseColumns(columns)))
}

test.each([
  ['externalId;amount\nE-1;1 250,00', '1250.00'],
  ['externalId;amount\nE-1;1250.5', '1250.5'],
  ['externalId,amount\nE-1,"1250,50"', '1250.50'],
  ["externalId\tamount\nE-1\t1'250.00", '1250.00'],
  ['\uFEFF"externalId","amount"\n"E-1","1250.00"', '1250.00'],
  ['externalId,note,amount\nE-1,"a ""note"", two",1250.00', '1250.00'],
  ['externalId,amount\nE-1,1250.00,,', '1250.00'],
  ['\nexternalId;amount\nE-1;1250,00', '1250.00'],
  ['externalId,amount,note,note\nE-1,1250.00,a,b', '1250.00'],
])('an amount is read as it is written: %j', async (text, amount) => {
  expect(await ordersIn(text)).toMatchObject([{ externalId: 'E-1', amount }])
})

test.each([
  ['1,250', ['9', '1 250', '12,500']],
  ['1.250', ['9', '12.500']],
  ['1,250', ['0.75']],
  ['1.250', ['0,75']],
  ['1,250', ['0,75', '0.75']],
])('an amount that can be read in two ways is refused: %s beside %j', async (amount, others) => {
  const rows = [amount, ...others].map((text, n) => `E-${n};${text}`)
  await expect(ordersIn(['externalId;amount', ...rows].join('\n'))).rejects.toThrow(
    `Row 2 of the list has the amount ${amount}, which can be read in two ways. Write 1250 or 1.2500. Nothing`,
  )
})

test.each([
  ['1,250', ';', '0,125'],
  ['1,250', ';', '1250,000'],
  ['1,250', ';', '12,5'],
  ['1,250', '\t', '1 250,500'],
  ['1.250', ';', '12.50'],
  ['1.250', ',', '12.500'],
])('the other amounts of a list show what %s is: in %j beside %s', async (amount, separator, other) => {
  const rows = [amount, other].map((text, n) => ['E', n, separator, text].join(''))
  const orders = await ordersIn([`externalId${separator}amount`, ...rows].join('\n'))
  expect(orders.find(({ externalId }) => externalId === 'E0')?.amount).toBe('1.250')
  expect(orders).toHaveLength(2)
})

test.each([
  ['externalId,amount\nE-1,"1,250,000"', undefined, 'Row 2 of the list has an amount that cannot be read'],
  ['externalId,amount\nE-1,"1,250"\nE-2,900.50', undefined, 'Write 1250 or 1.2500.'],
  ['externalId;amount\nE-1;1.250,00', undefined, 'Row 2'],
  ['externalId,amount\n,5', undefined, 'Row 2 of the list has no id'],
  ['Order,amount\nE-1,5', undefined, 'Its columns are Order, amount'],
  [
    'externalId,Sum\nE-1,5',
    'amount=Total,status=State',
    'The list has no column Total, State. Its columns are externalId, Sum.',
  ],
  ['externalId,Amount\nE-1,5', 'amount=amount', 'The list has no column amount.'],
  ['externalId,amount,note,amount\nE-1,5,,6', undefined, 'The list has more than one column amount. Rename'],
  ['', undefined, 'The list is empty'],
  ['externalId,status\nE-1,Success"\nE-2,Success', undefined, 'A quotation mark'],
  ['externalId,status\nE-1,"Success\nE-2,Success', undefined, 'A quotation mark'],
  ['externalId,note\nE-1,5" screen\nE-2,6" screen\nE-3,', undefined, 'Row 2 of the list has more'],
  ['Order\nE-1', 'id=Order', 'The names are externalId'],
])('a list that cannot be read ends the comparison: %j', async (text, columns, problem) => {
  await expect(ordersIn(text, columns)).rejects.toThrow(problem)
})

/** A shop on a file, with a paid, a failed and an open order. */
async function createShop() {
  const folder = newFolder(onTestFinished)
  const file = join(folder, 'paypane.db')
  const shop = createHarness({ store: sqliteStore(file) })
  for (const order of ['1', '2', '3']) {
    shop.orders.set(order, { amount: '1250.00', currency: 'UAH' })
    await shop.createCheckout(order, 'transfer')
  }
  const [paid, failed] = shop.sandbox.orders()
  await shop.control(`/orders/${paid?.externalId}`, { do: 'pay' })
  await shop.control(`/orders/${failed?.externalId}`, { do: 'fail' })
  await shop.advance(60)
  const env = {
    ...shop.sandbox.env(),
    // http is accepted on loopback only; the test's fetch leads to the sandbox.
    PAYMENTS_BASE_URL: 'http://127.0.0.1/core',
    DATABASE_URL: `file:${file}`,
    SEAL_KEY: randomBytes(32).toString('base64'),
  }
  return { shop, folder, env }
}

const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

test('each attempt is looked up, and what the service says otherwise is reported', async () => {
  const { shop, env } = await createShop()
  const lookUpAll = (period = always) =>
    reconcile(env, period, (input, init) =>
      shop.sandbox.fetch(new Request(String(input).replace('http://127.0.0.1', 'http://service.test'), init)),
    )
  expect(await lookUpAll()).toEqual({
    compared: 3,
    unanswered: 0,
    differences: [],
    notCompared: [],
    unreadable: [],
  })
  shop.callbacksLost = true
  const open = shop.sandbox.orders()[2]
  await shop.control(`/orders/${open?.externalId}`, { do: 'pay' })
  const { differences } = await lookUpAll()
  expect(differences).toMatchObject([{ kind: 'status', local: { ref: '3' }, there: 'Success' }])
  const api = {
    url: 'http://127.0.0.1:8787/pay',
    token: operatorToken,
    fetch: ((input, init) => shop.paypane.fetch(new Request(input, init))) satisfies typeof fetch,
  }
  const missing = { kind: 'missing here', local: null, order: null, here: null, there: 'Success' } as const
  expect(await reviewDifferences(api, [...differences, missing])).toMatch(
    /^The server looks up 1 attempt again\. Missing here: 1 order\./,
  )
  await shop.drain()
  expect(shop.events.map(({ type, ref }) => [type, ref])).toContainEqual(['checkout.succeeded', '3'])
  expect((await lookUpAll()).differences).toEqual([])
  const ids = { externalId: open?.externalId ?? '', externalTransactionId: null }
  const orderOnly = { ...missing, order: { ...ids, amount: null, currency: null, status: null } }
  const notCompared = ['payouts' as const]
  const result = {
    compared: 3,
    unanswered: 0,
    differences: [...differences, orderOnly],
    notCompared,
    unreadable: [],
  }
  await recordResult(api, result, { from: 0, to: Date.UTC(2026, 0, 2) })
  const recorded = await shop.get('/admin/reconciliation', operator)
  expect(LastReconciliation.parse(await recorded.json()).last).toMatchObject({
    ...{ from: null, byList: false, compared: 3, notCompared: ['payouts'], total: 2, operator: 'admin' },
    differences: [
      { kind: 'status', payment: { kind: 'checkout', ref: '3', attempt: 1 }, there: 'Success' },
      { kind: 'missing here', payment: null, externalId: open?.externalId },
    ],
  })
  // Of many the first hundred are recorded, and how many there are.
  const many = Array.from({ length: 150 }, () => orderOnly)
  await recordResult(api, { ...result, differences: many }, { from: 0, to: Date.UTC(2026, 0, 2) })
  const kept = await shop.get('/admin/reconciliation', operator)
  const { last } = LastReconciliation.parse(await kept.json())
  expect([last?.total, last?.differences.length]).toEqual([150, 100])
  expect(await lookUpAll({ from: 0, to: 1 })).toMatchObject({ compared: 0, differences: [] })
  await shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 100 })
  expect(await lookUpAll()).toMatchObject({ compared: 0, unanswered: 3, differences: [] })
  await shop.control('/reset', {})
  expect((await lookUpAll()).differences.map(({ kind }) => kind).toSorted()).toEqual([
    ...['missing there', 'missing there', 'missing there'],
  ])
  await shop.paypane.close()
})

test('a payment that is made while it is looked up is no difference', async () => {
  const { shop, env } = await createShop()
  let isPaid = false
  const { compared, differences } = await reconcile(env, always, async (input, init) => {
    if (!isPaid) {
      isPaid = true
      await shop.controlOrder(2, { do: 'pay' })
      await shop.drain()
    }
    return await shop.sandbox.fetch(
      new Request(String(input).replace('http://127.0.0.1', 'http://service.test'), init),
    )
  })
  expect({ compared, differences }).toEqual({ compared: 3, differences: [] })
  await shop.paypane.close()
})

test('a lookup that is not answered counts also where another one differs', async () => {
  const { shop, env } = await createShop()
  shop.callbacksLost = true
  await shop.controlOrder(2, { do: 'pay' })
  const { externalId = '' } = shop.sandbox.orders()[0] ?? {}
  const result = await reconcile(env, always, async (input, init) => {
    const url = String(input).replace('http://127.0.0.1', 'http://service.test')
    return url.includes(externalId)
      ? new Response(null, { status: 503 })
      : await shop.sandbox.fetch(new Request(url, init))
  })
  expect(result).toMatchObject({ compared: 2, unanswered: 1, differences: [{ local: { ref: '3' } }] })
  await shop.paypane.close()
})

test.each(['=1+1', ' =1+1', '\u200B+1', '＝1+1', '@x', '\tx'])(
  'a word of a list that a spreadsheet would run begins with an apostrophe: %j',
  (status) => {
    const order = { ...orderOf(localOf(1, 500)), status }
    const difference = { kind: 'status', local: null, order, here: null, there: status } as const
    const result = { compared: 1, unanswered: 0, notCompared: [], unreadable: [], differences: [difference] }
    expect(reportDifferences(result).lines[1]).toBe(`status,,,tx-1,E-1,,'${status}`)
  },
)

test('an attempt that the server refuses to look up is named, and the others are looked up', async () => {
  const shop = createHarness({ paypane: { adminToken: 'the operator' } })
  const { id } = await shop.createCheckout('1042', 'transfer')
  const api = {
    url: 'http://127.0.0.1:8787/pay',
    token: 'the operator',
    fetch: ((input, init) => shop.paypane.fetch(new Request(input, init))) satisfies typeof fetch,
  }
  const differences = [
    ...[localOf(1, 500), localOf(2, 500), { ...localOf(3, 500), entry: id }],
    { ...localOf(4, 500), kind: 'payout' as const },
  ].map((local) => ({
    kind: 'status' as const,
    local: { ...{ kind: 'checkout' as const, entry: 'co_lost', n: 1, pipeline: 'p2p', sentAt: 0 }, ...local },
    ...{ order: null, here: null, there: 'Success' },
  }))
  const lookups = () => shop.serviceRequests.filter((request) => request.startsWith('GET')).length
  const before = lookups()
  expect(await reviewDifferences(api, differences)).toBe(
    'The server looks up 1 attempt again. Not looked up: order-1, order-2. The server responded 404: no checkout has this id. Give the id, which begins with co_, not the order. Not looked up: order-4. The server responded 404: no payout has this reference.',
  )
  await shop.drain()
  expect(lookups()).toBe(before + 1)
})

test('a wrong token ends the review: each request with it counts against the address', async () => {
  const shop = createHarness()
  let requests = 0
  const api = {
    url: 'http://127.0.0.1:8787/pay',
    token: 'another',
    fetch: ((input, init) => {
      requests += 1
      return shop.paypane.fetch(new Request(input, init))
    }) satisfies typeof fetch,
  }
  const differences = [1, 2, 3].map((n) => ({
    kind: 'status' as const,
    local: {
      ...{ kind: 'checkout' as const, entry: 'co_lost', n: 1, pipeline: 'p2p', sentAt: 0 },
      ...localOf(n, 500),
    },
    ...{ order: null, here: null, there: 'Success' },
  }))
  await expect(reviewDifferences(api, differences)).rejects.toThrow('the token is wrong')
  expect(requests).toBe(1)
})

test('a hundred differences are recorded, however long their references and the ids of a list are', async () => {
  const shop = createHarness()
  const api = {
    url: 'http://127.0.0.1:8787/pay',
    token: operatorToken,
    fetch: ((input, init) => shop.paypane.fetch(new Request(input, init))) satisfies typeof fetch,
  }
  const ref = 'ї'.repeat(512)
  const payout = { kind: 'payout' as const, entry: 'po_1', n: 1, pipeline: 'payout', sentAt: 0 }
  const local = { ...localOf(1, 500), ...payout, ref }
  const order = { ...orderOf(local), externalId: 'E'.repeat(1000) }
  const differences = [
    ...Array.from(
      { length: 99 },
      () => ({ kind: 'status', local, order, here: null, there: 'Success' }) as const,
    ),
    { kind: 'missing here', local: null, order, here: null, there: `Success ${'5'.repeat(1000)}` } as const,
  ]
  const result = { compared: 100, unanswered: 0, differences, notCompared: [], unreadable: [] }
  await recordResult(api, result, { from: 0, to: Date.UTC(2026, 0, 2) })
  const recorded = await shop.get('/admin/reconciliation', operator)
  const { last } = LastReconciliation.parse(await recorded.json())
  expect(last?.differences[0]?.payment).toMatchObject({ id: ref, ref })
  expect(last?.differences[99]?.externalId).toBe('E'.repeat(512))
})

test('an attempt whose pipeline has no key any more is not called missing at the service', async () => {
  const { shop, env } = await createShop()
  const withoutKey = { ...env, PAYMENTS_P2P_KEY: '' }
  const result = await reconcile(withoutKey, always, () => Promise.reject(new Error('No request is made.')))
  expect(result).toEqual({ compared: 0, unanswered: 3, differences: [], notCompared: [], unreadable: [] })
  await shop.paypane.close()
})

test('paypane reconcile prints what a list says otherwise, and exits with 1', async () => {
  const { shop, folder, env } = await createShop()
  const orders = shop.sandbox.orders()
  const list = join(folder, 'list.csv')
  const write = (rows: string[]) => writeFileSync(list, ['Order;Sum;currency;status', ...rows].join('\n'))
  const rows = orders.map(({ externalId, status }) => `${externalId};1250,00;UAH;${status}`)
  const run = () =>
    runCommand(['reconcile', '--list', list, '--columns', 'externalId=Order,amount=Sum'], { env })
  write(rows)
  expect(await run()).toEqual({ code: 0, out: '', err: '3 compared, 0 differences.\n' })
  write([...rows, 'E-unknown;1,00;UAH;Success'])
  expect((await run()).err).toBe('4 compared, 1 difference.\n')
  write([...rows.slice(1), 'E-unknown;1,00;UAH;Success'])
  const { code, out, err } = await run()
  expect({ code, err }).toEqual({ code: 1, err: '3 compared, 2 differences.\n' })
  expect(out.split('\n').slice(1, 3)).toEqual([
    'missing here,,,,E-unknown,,Success 1.00 UAH',
    expect.stringMatching(new RegExp(`^missing there,checkout,1,[^,]+,${orders[0]?.externalId},Success,$`)),
  ])
  await shop.paypane.close()
})

test('a row that cannot be read is named, and the others are compared', async () => {
  const { shop, folder, env } = await createShop()
  const damaged = await shop.createCheckout('1', 'transfer')
  const database = new DatabaseSync(join(folder, 'paypane.db'))
  database.prepare(`UPDATE entries SET doc = '{' WHERE id = ?`).run(damaged.id)
  database.close()
  const list = join(folder, 'list.csv')
  const rows = shop.sandbox.orders().map(({ externalId, status }) => `${externalId},1250.00,UAH,${status}`)
  writeFileSync(list, ['externalId,amount,currency,status', ...rows.slice(1)].join('\n'))
  expect(await runCommand(['reconcile', '--list', list], { env })).toEqual({
    code: 1,
    out: `difference,kind,reference,externalTransactionId,externalId,here,there\nunreadable,,${damaged.id},,,,\n`,
    err: '2 compared, 0 differences. 1 checkout or payout cannot be read.\n',
  })
  const byLookups = await reconcile(env, always, (input, init) =>
    shop.sandbox.fetch(new Request(String(input).replace('http://127.0.0.1', 'http://service.test'), init)),
  )
  expect(byLookups).toMatchObject({ compared: 2, differences: [], unreadable: [damaged.id] })
  await shop.paypane.close()
})

test('what a list lacks is named: it was not compared', async () => {
  const { shop, folder, env } = await createShop()
  const list = join(folder, 'list.csv')
  const rows = shop.sandbox.orders().map(({ externalId }) => `${externalId},Failed,UAH`)
  const reconciled = async (lines: readonly string[]) => {
    writeFileSync(list, ['externalId,Status,currency', ...lines].join('\n'))
    return await runCommand(['reconcile', '--list', list], { env })
  }
  expect(await reconciled(rows)).toEqual({
    ...{ code: 0, out: '' },
    err: '3 compared, 0 differences. Not compared, at least in part: amount, status.\n',
  })
  const [first = '', ...others] = rows
  expect(await reconciled([first.replace('UAH', ' '), ...others])).toMatchObject({
    err: '3 compared, 0 differences. Not compared, at least in part: amount, currency, status.\n',
  })
  await shop.paypane.close()
})

test('paypane reconcile exits with 1 where the service does not answer', async () => {
  const { shop, env } = await createShop()
  const url = await serveOnLoopback((_request, response) => response.writeHead(503).end(), onTestFinished)
  const { code, out, err } = await runCommand(['reconcile'], { env: { ...env, PAYMENTS_BASE_URL: url } })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('0 compared, 0 differences. 3 lookups were not answered')
  await shop.paypane.close()
})

test('a list of deposits is compared with deposits alone, and a list of payouts with payouts', async () => {
  const { shop, folder, env } = await createShop()
  const list = join(folder, 'list.csv')
  writeFileSync(list, ['externalId', ...shop.sandbox.orders().map((order) => order.externalId)].join('\n'))
  const payout = {
    ...{ reference: 'payout-1', amount: '150.00', currency: 'UAH' },
    additionalFields: [{ key: 'cardNumber', value: '4149 6050 1234 5678' }],
  }
  expect((await shop.post('/admin/payouts', payout, operator)).status).toBe(201)
  const found = async (only?: 'deposits' | 'payouts') => {
    const { differences } = await reconcile(env, { ...always, list, only }, fetch)
    return differences.map(({ kind, local }) => `${kind} ${local?.ref ?? ''}`)
  }
  expect(await found()).toEqual(['missing there payout-1'])
  const leftOut = async (options: { list?: string; only: 'deposits' | 'payouts' }) =>
    (await reconcile(env, { ...always, ...options }, fetch)).notCompared
  expect(await leftOut({ list, only: 'deposits' })).toEqual(['amount', 'currency', 'status', 'payouts'])
  expect(await leftOut({ only: 'payouts' })).toEqual(['deposits'])
  expect(await found('deposits')).toEqual([])
  expect(await found('payouts')).toEqual([
    'missing here ',
    'missing here ',
    'missing here ',
    'missing there payout-1',
  ])
  await shop.paypane.close()
})

test('a database that does not exist is not created', async () => {
  const folder = newFolder(onTestFinished)
  const { code, err } = await runCommand(['reconcile', '--list', 'list.csv'], {
    env: { DATABASE_URL: 'file:absent.db' },
    cwd: folder,
  })
  expect(code).toBe(1)
  expect(err).toContain('There is no database at')
})

test.each(['01.11.2026', '2026-11-1', '2026-11-31', '2026-11-01T08:00:00', '1'])(
  'a time that could be read in another way compares nothing: %s',
  async (time) => {
    const { code, err } = await runCommand(['reconcile', '--from', time], {
      env: { DATABASE_URL: 'file:absent.db' },
    })
    expect({ code, err }).toEqual({
      code: 1,
      err: `${time} is no date or time: write 2026-11-01 or 2026-11-01T08:00:00Z.\n`,
    })
  },
)

test('a time that ends before it begins compares nothing', async () => {
  const { code, err } = await runCommand(['reconcile', '--from', '2026-12-01', '--to', '2026-11-01'])
  expect({ code, err }).toEqual({ code: 1, err: '--from is not before --to: nothing would be compared.\n' })
})
