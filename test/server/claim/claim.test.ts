import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CaseFile,
  CheckoutDetail,
  type CheckoutView,
  ClaimList,
  Receipt,
} from '../../../src/contract/index.ts'
import { generateSealKey, type Metric, memoryStore } from '../../../src/server/index.ts'
import { sqliteStore } from '../../../src/server/sqlite/index.ts'
import { createHarness, type Harness, operator, typesOf } from '../harness.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const pdf = new TextEncoder().encode('%PDF-1.7\nhello')

const externalIdOf = async (harness: Harness, id: string): Promise<string> =>
  CheckoutDetail.parse(await (await harness.get(`/admin/checkouts/${id}`, operator)).json()).attempts[0]
    ?.externalId ?? ''
const control = async (harness: Harness, id: string, body: object): Promise<void> => {
  await harness.control(`/orders/${await externalIdOf(harness, id)}`, body)
  await harness.drain()
}
async function failedTransfer(harness: Harness, order = '1042'): Promise<CheckoutView> {
  const { id } = await harness.createCheckout(order, 'transfer')
  await harness.drain()
  await control(harness, id, { do: 'fail' })
  return await harness.getCheckout(id)
}
const upload = (
  harness: Harness,
  id: string,
  receipt: string,
  data: BodyInit,
  headers: Record<string, string> = {},
  n = 1,
) =>
  harness.paypane.fetch(
    new Request(`http://127.0.0.1:8787/pay/checkouts/${id}/attempts/${n}/receipts/${receipt}`, {
      method: 'PUT',
      headers: { 'checkout-secret': harness.clientSecrets.get(id) ?? '', ...headers },
      body: data,
    }),
  )
const makeClaim = (harness: Harness, id: string, body: object = {}) =>
  harness.post(`/checkouts/${id}/attempts/1/claim`, body)
/** Of a `malformed` problem. */
async function detailOf(response: Response): Promise<string> {
  const { code, detail } = await response.json()
  expect([response.status, code]).toEqual([400, 'malformed'])
  return detail
}
const openClaims = async (harness: Harness) =>
  ClaimList.parse(await (await harness.get('/admin/claims', operator)).json()).claims

test('a failed transfer offers a claim, which changes nothing of the payment', async () => {
  const metrics: Metric[] = []
  const harness = createHarness({
    paypane: { claimText: 'Usually within a day.', onMetric: (m) => metrics.push(m) },
  })
  const before = await failedTransfer(harness)
  expect(before).toMatchObject({ status: 'failed', canClaim: true, claim: null })
  const claimed = await makeClaim(harness, before.id, { amount: '1250.00', note: 'from 4111 1111 1111 1111' })
  expect(claimed.status).toBe(200)
  const view = await harness.getCheckout(before.id)
  expect(view.claim).toEqual({
    number: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
    state: 'open',
    at: expect.any(String),
    text: 'Usually within a day.',
  })
  expect(view.canClaim).toBe(false)
  const { canClaim: _can, claim: _claim, now: _now, ...rest } = view
  expect(before).toMatchObject({ ...rest, pollAfter: before.pollAfter })
  await harness.drain()
  expect(typesOf(harness)).toEqual(['checkout.failed', 'checkout.claimed'])
  expect(harness.events.at(-1)?.claim).toEqual({ number: view.claim?.number, state: 'open', reason: null })
  expect(metrics).toContainEqual({ type: 'claim', result: 'open' })
  expect(await harness.paypane.stats()).toMatchObject({ openClaims: 1, needsReview: 0 })

  const [listed] = await openClaims(harness)
  expect(listed).toMatchObject({ checkout: before.id, order: '1042', status: 'failed' })
  // A card number is never stored whole.
  expect(listed?.claim.content).toMatchObject({ amount: '1250.00', note: 'from ••••1111' })
  expect((await makeClaim(harness, before.id, { note: 'again' })).status).toBe(409)
})

test('the queue names what was asked for: the rounded amount of the transfer', async () => {
  const harness = createHarness()
  harness.orders.set('1042', { amount: '1250.005', currency: 'UAH' })
  const { id } = await failedTransfer(harness)
  await makeClaim(harness, id, { note: 'sent' })
  expect(await openClaims(harness)).toMatchObject([{ requested: { value: '1250.01', currency: 'UAH' } }])
})

test('the queue shows the open claim of its attempt, after others', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await makeClaim(harness, id, { note: 'the first' })
  const [first] = await openClaims(harness)
  await harness.post(
    `/admin/claims/${first?.claim.number}/decline`,
    { reason: 'other', text: 'No.' },
    operator,
  )
  await makeClaim(harness, id, { note: 'the second' })
  await harness.advance(1)
  await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  await harness.drain()
  await harness.controlOrder(-1, { do: 'fail' })
  await harness.drain()
  await harness.post(`/checkouts/${id}/attempts/2/claim`, { note: 'the third' })
  const shown = (await openClaims(harness)).map(({ claim }) => [claim.attempt, claim.content?.note])
  expect(shown).toEqual([
    [1, 'the second'],
    [2, 'the third'],
  ])
  const numbers = (await openClaims(harness)).map(({ claim }) => claim.number)
  expect(new Set(numbers).size).toBe(2)
})

test('what a payer says is stored without the spaces around it, and an empty form says nothing', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  expect((await makeClaim(harness, id, { bank: ' ', note: ' ' })).status).toBe(200)
  const nothing = await openClaims(harness)
  expect(nothing).toMatchObject([{ claim: { content: null } }])
  expect(await harness.getCheckout(id)).toMatchObject({ canClaim: true, claim: { state: 'open' } })
  await makeClaim(harness, id, { bank: ' Example Bank ' })
  const [listed] = await openClaims(harness)
  expect(listed?.claim.number).toBe(nothing[0]?.claim.number)
  expect(listed?.claim.content).toEqual({
    ...{ amount: null, sentAt: null, bank: 'Example Bank', lastDigits: null, note: null },
  })
  const made = { level: 'info', message: 'claim made', checkout: id, attempt: 1 }
  expect(harness.logs.filter(({ message }) => message === 'claim made')).toMatchObject([made, made])
})

test('two claims at once are one', async () => {
  const store = memoryStore()
  let isFirst = true
  const harness: Harness = createHarness({
    store: {
      ...store,
      async receiptsOf(entry, attempt) {
        const meanwhile = isFirst ? makeClaim(harness, entry, { note: 'the other' }) : null
        isFirst = false
        await meanwhile
        return await store.receiptsOf(entry, attempt)
      },
    },
  })
  const { id } = await failedTransfer(harness)
  const late = await makeClaim(harness, id, { note: 'late' })
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'not_claimable' }])
  expect(await openClaims(harness)).toMatchObject([{ claim: { content: { note: 'the other' } } }])
})

test('nothing is claimed of an attempt that does not exist', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  const claimed = await harness.post(`/checkouts/${id}/attempts/9/claim`, { note: 'sent' })
  expect([claimed.status, await claimed.json()]).toMatchObject([409, { code: 'not_claimable' }])
})

test('a claim whose seal key is missing is listed without what it says, and logged', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await upload(harness, id, 'receipt-1', jpeg)
  await makeClaim(harness, id, { note: 'sent', receipts: ['receipt-1'] })
  harness.restart({ sealKey: generateSealKey() })
  const [listed] = await openClaims(harness)
  expect(listed?.claim).toMatchObject({ content: null, receipts: [{ id: 'receipt-1' }] })
  const receipt = await harness.get(`/admin/claims/${listed?.claim.number}/receipts/receipt-1`, operator)
  expect([receipt.status, await receipt.json()]).toMatchObject([404, { code: 'not_found' }])
  expect(harness.logs.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'a claim cannot be decrypted: is its seal key missing?', checkout: id },
    { message: 'a receipt cannot be decrypted: is its seal key missing?', checkout: id },
  ])
})

/** A form upload that arrives when `arrives` is resolved; `isRead` once the server reads it. */
function slowUpload(harness: Harness, id: string, data: Uint8Array<ArrayBuffer>) {
  const [read, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
      read.resolve()
      await arrives.promise
      controller.enqueue(data)
      controller.close()
    },
  }
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const headers = { 'checkout-secret': harness.clientSecrets.get(id) ?? '' }
  const path = `http://127.0.0.1:8787/pay/checkouts/${id}/attempts/1/receipts/slow`
  const init = { method: 'PUT', headers, body, duplex: 'half' }
  const response = harness.paypane.fetch(new Request(path, init))
  return { response, isRead: read.promise, arrives: arrives.resolve }
}

test.each([
  [239, 201],
  [240, 408],
])('a receipt has four minutes to arrive: after %i s it is answered %i', async (seconds, status) => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  const upload = slowUpload(harness, id, jpeg)
  await upload.isRead
  harness.clock.advance(seconds * 1000)
  // What a timer decides has happened once this resolves.
  await new Promise((resolve) => setImmediate(resolve))
  upload.arrives()
  expect((await upload.response).status).toBe(status)
})

test('the claims of a checkout are shown in the order in which they were made', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  await harness.drain()
  await harness.controlOrder(-1, { do: 'fail' })
  await harness.drain()
  await harness.post(`/checkouts/${id}/attempts/2/claim`, { note: 'of the second' })
  await harness.advance(1)
  await makeClaim(harness, id, { note: 'of the first' })
  const detail = CheckoutDetail.parse(await (await harness.get(`/admin/checkouts/${id}`, operator)).json())
  expect(detail.claims.map(({ content }) => content?.note)).toEqual(['of the second', 'of the first'])
})

test('a claim that is decided while the queue is read is not in it', async () => {
  const store = memoryStore()
  const harness = createHarness({
    store: {
      ...store,
      async openClaims(page) {
        const listed = await store.openClaims(page)
        for (const { number } of listed.claims)
          await harness.post(`/admin/claims/${number}/decline`, { reason: 'other', text: 'No.' }, operator)
        return listed
      },
    },
  })
  const { id } = await failedTransfer(harness)
  await makeClaim(harness, id, { note: 'sent' })
  expect(await openClaims(harness)).toEqual([])
})

test('claims and receipts count with the reports of their order', async () => {
  const harness = createHarness({ paypane: { rateLimits: { order: 1 } } })
  const { id } = await failedTransfer(harness)
  expect((await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })).status).toBe(200)
  expect((await upload(harness, id, 'receipt-1', pdf)).status).toBe(429)
  expect((await makeClaim(harness, id, { note: 'sent' })).status).toBe(429)
})

test('a correction accepts the claim, with an event after that of the correction', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await makeClaim(harness, id, { note: 'sent' })
  await control(harness, id, { do: 'correct' })
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ status: 'succeeded', claim: { state: 'accepted' }, canClaim: false })
  expect(typesOf(harness)).toEqual([
    'checkout.failed',
    'checkout.claimed',
    'checkout.corrected',
    'checkout.succeeded',
    'checkout.claim_resolved',
  ])
  expect(await openClaims(harness)).toEqual([])
  const detail = CheckoutDetail.parse(await (await harness.get(`/admin/checkouts/${id}`, operator)).json())
  expect(detail.claims.map(({ resolved }) => resolved)).toEqual([
    { at: expect.any(String), by: 'automatic', operator: null, reason: null, text: null },
  ])
})

test('an operator declines with a reason and a text, once, and the payer may claim twice more', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  for (const round of [1, 2, 3]) {
    expect((await makeClaim(harness, id, { note: `try ${round}` })).status).toBe(200)
    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    const decline = () =>
      harness.post(
        `/admin/claims/${number.toLowerCase()}/decline`,
        { reason: round === 3 ? 'no_trace' : 'wrong_receipt', text: 'Another recipient.' },
        operator,
      )
    expect((await decline()).status).toBe(200)
    expect(await (await decline()).json()).toMatchObject({
      ...{ status: 409, code: 'not_resolvable', detail: 'The claim is decided already.' },
    })
    const view = await harness.getCheckout(id)
    expect(view.claim).toMatchObject({
      state: 'declined',
      reason: round === 3 ? 'no_trace' : 'wrong_receipt',
      text: 'Another recipient.',
    })
    expect(view).toMatchObject({ status: 'failed', canClaim: round < 3 })
  }
  expect((await makeClaim(harness, id)).status).toBe(409)
  const detail = CheckoutDetail.parse(await (await harness.get(`/admin/checkouts/${id}`, operator)).json())
  const by = { at: expect.any(String), by: 'operator', operator: 'admin', text: 'Another recipient.' }
  expect(detail.claims.map(({ content, resolved }) => [content?.note, resolved])).toEqual([
    ['try 1', { ...by, reason: 'wrong_receipt' }],
    ['try 2', { ...by, reason: 'wrong_receipt' }],
    ['try 3', { ...by, reason: 'no_trace' }],
  ])
  const audit = await (await harness.get('/admin/audit', operator)).text()
  expect(audit.match(/declineClaim/g)).toHaveLength(3)
  const unknown = await harness.post(
    '/admin/claims/AAAAA-AAAAA/decline',
    { reason: 'other', text: 'x' },
    operator,
  )
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'claim_unknown' }])
  const declined = { level: 'info', message: 'operator: claim declined', checkout: id, attempt: 1 }
  expect(harness.logs.filter(({ message }) => message === declined.message)).toMatchObject(
    Array(3).fill(declined),
  )
})

test('a report that no money was sent opens no claim', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  expect((await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: false })).status).toBe(200)
  expect(await harness.getCheckout(id)).toMatchObject({ canClaim: true, claim: null })
})

test('a report of money as sent opens a claim after a failure, which may be completed', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
  const opened = await harness.getCheckout(id)
  expect(opened).toMatchObject({ canClaim: true, claim: { state: 'open' } })
  await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
  await makeClaim(harness, id, { bank: 'Example Bank' })
  const [listed, ...others] = await openClaims(harness)
  expect(others).toEqual([])
  expect(listed?.claim).toMatchObject({ number: opened.claim?.number, content: { bank: 'Example Bank' } })
  expect(await harness.getCheckout(id)).toMatchObject({ canClaim: false })
})

test('a transfer can be claimed once its time is over or it waits for long, no sooner; a form never', async () => {
  const harness = createHarness({ paypane: { checkoutTtlSeconds: 7200, claimAfterMinutes: 10 } })
  harness.orders.set('form', { amount: '10.00', currency: 'UAH' })
  const { id } = await harness.createCheckout('1042', 'transfer')
  const form = await harness.createCheckout('form', 'form')
  await harness.advance(599, 599)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', canClaim: false })
  expect((await makeClaim(harness, id)).status).toBe(409)
  // The long poll ends when a claim is offered.
  const etag = (await harness.get(`/checkouts/${id}`)).headers.get('etag') ?? ''
  const polled = harness.get(`/checkouts/${id}?wait=20`, { 'if-none-match': etag })
  await harness.advance(5, 1)
  expect(await (await polled).json()).toMatchObject({ status: 'pending', canClaim: true })
  await harness.advance(7200, 3600)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'expired', canClaim: true })
  expect(await harness.getCheckout(form.id)).toMatchObject({ status: 'expired', canClaim: false })
  expect((await makeClaim(harness, id, { note: 'sent' })).status).toBe(200)
  await control(harness, id, { do: 'pay' })
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', claim: { state: 'accepted' } })
})

test('a transfer that failed can be claimed after the form that followed it has failed, too', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await harness.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1 })
  await harness.drain()
  // The payer can still pay by the form.
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'pending', canClaim: false })
  const form = harness.sandbox.orders().at(-1)
  await harness.control(`/orders/${form?.externalId}`, { do: 'fail' })
  await harness.drain()
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', attempts: 2, canClaim: true })

  const put = new Request(`http://127.0.0.1:8787/pay/checkouts/${id}/attempts/2/receipts/r-1`, {
    method: 'PUT',
    headers: { 'checkout-secret': harness.clientSecrets.get(id) ?? '' },
    body: pdf,
  })
  await harness.post(`/checkouts/${id}/attempts/2/sent`, { sent: true })
  expect(await harness.getCheckout(id)).toMatchObject({ canClaim: true, claim: { state: 'open' } })
  expect((await harness.paypane.fetch(put)).status).toBe(201)
  const claimed = await harness.post(`/checkouts/${id}/attempts/2/claim`, { bank: 'Bank', receipts: ['r-1'] })
  expect(claimed.status).toBe(200)
  expect(await openClaims(harness)).toMatchObject([
    { claim: { content: { bank: 'Bank' }, receipts: [{ id: 'r-1' }] } },
  ])
  const number = (await harness.getCheckout(id)).claim?.number
  const read = await harness.get(`/admin/claims/${number}/receipts/r-1`, operator)
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(pdf)
  await control(harness, id, { do: 'correct' })
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', claim: { state: 'accepted' } })
})

test('an open transfer that an operator set aside by reopening can be claimed', async () => {
  const harness = createHarness()
  const { id } = await harness.createCheckout('1042', 'transfer')
  const reopen = `/admin/checkouts/${id}/reopen`
  expect((await harness.post(reopen, undefined, operator)).status).toBe(200)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'failed', canClaim: true })
  expect((await makeClaim(harness, id, { note: 'sent' })).status).toBe(200)
  await control(harness, id, { do: 'pay' })
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', claim: { state: 'accepted' } })
})

test('a claim after the watch makes the page and the lookups go on, until it is declined', async () => {
  const harness = createHarness({ paypane: { correctionWatchHours: 1 } })
  const { id } = await failedTransfer(harness)
  await harness.advance(7200, 600)
  expect(await harness.getCheckout(id)).toMatchObject({ final: true, canClaim: true })
  await makeClaim(harness, id, { note: 'sent' })
  const view = await harness.getCheckout(id)
  expect(view).toMatchObject({ status: 'failed', final: false, pollAfter: 30 })
  harness.callbacksLost = true
  await control(harness, id, { do: 'correct' })
  await harness.advance(1800, 300)
  expect(await harness.getCheckout(id)).toMatchObject({ status: 'succeeded', claim: { state: 'accepted' } })
})

test('is made while another attempt is preparing, which only the start of that one waits for', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-after' })
  const started = await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
  const sent = await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
  const claimed = await makeClaim(harness, id, { note: 'sent' })
  expect([started.status, sent.status, claimed.status]).toEqual([202, 200, 200])
})

test('what payers say in claims is not read without a record', async () => {
  const harness = createHarness()
  const records = async () =>
    (await (await harness.get('/admin/audit', operator)).text()).match(/"action":"listClaims"/g)
  const { id } = await failedTransfer(harness)
  await openClaims(harness)
  expect(await records()).toBeNull()
  await makeClaim(harness, id, { note: 'my name' })
  await openClaims(harness)
  await openClaims(harness)
  expect(await records()).toHaveLength(1)
})

test.each([
  ['image/jpeg', 'jpg', '\xff\xd8\xff\xe0'],
  ['image/png', 'png', '\x89PNG\r\n\x1a\n\0'],
  ['image/webp', 'webp', 'RIFF\x01\0\0\0WEBPVP8 '],
  ['application/pdf', 'pdf', '%PDF-1.7'],
])('a receipt that begins as %s is given as one', async (type, extension, begin) => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  expect(
    (
      await upload(
        harness,
        id,
        'a',
        Uint8Array.from(begin, (char) => char.charCodeAt(0)),
      )
    ).status,
  ).toBe(201)
  await makeClaim(harness, id, { receipts: ['a'] })
  const number = (await harness.getCheckout(id)).claim?.number ?? ''
  const read = await harness.get(`/admin/claims/${number}/receipts/a`, operator)
  expect([read.headers.get('content-type'), read.headers.get('content-disposition')]).toEqual([
    type,
    `attachment; filename="${number}-1.${extension}"`,
  ])
})

test.each(['RIFF\x01\0\0\0WAVEfmt ', 'xxxx\x01\0\0\0WEBPVP8 ', 'WEBP', '\x89PNX\r\n\x1a\n', '%PD-F'])(
  'a file that begins with %j is no receipt',
  async (begin) => {
    const harness = createHarness()
    const { id } = await failedTransfer(harness)
    const data = Uint8Array.from(begin, (char) => char.charCodeAt(0))
    expect((await upload(harness, id, 'a', data)).status).toBe(415)
  },
)

describe.each(['memory', 'SQLite'])('receipts on %s', (kind) => {
  const store = () => (kind === 'SQLite' ? { store: sqliteStore(':memory:') } : {})

  test('are stored once for each id, known by their content, and given to operators as attachments', async () => {
    const harness = createHarness(store())
    const { id } = await failedTransfer(harness)
    const stored = await upload(harness, id, 'receipt-1', jpeg, { 'content-type': 'text/html' })
    expect([stored.status, Receipt.parse(await stored.json())]).toEqual([
      201,
      { id: 'receipt-1', type: 'image/jpeg', size: jpeg.length },
    ])
    const again = await upload(harness, id, 'receipt-1', pdf)
    expect([again.status, await again.json()]).toEqual([
      200,
      { id: 'receipt-1', type: 'image/jpeg', size: jpeg.length },
    ])
    expect((await upload(harness, id, '2', pdf)).status).toBe(201)
    // Renamed HTML, an id that is none, too large, a fourth.
    const html = await upload(harness, id, 'receipt-3', '<html>', { 'content-type': 'image/jpeg' })
    expect([html.status, await html.json()]).toMatchObject([
      415,
      { code: 'unsupported_media_type', detail: 'Send a JPEG, PNG, WebP or PDF file.' },
    ])
    expect(await detailOf(await upload(harness, id, 'x.', jpeg))).toBe(
      'The id of a receipt has 1 to 64 letters, digits, "-" and "_".',
    )
    const large = { 'content-length': String(5 * 1024 * 1024 + 1) }
    expect((await upload(harness, id, 'receipt-3', jpeg, large)).status).toBe(413)
    // The widget uploads up to 5 MiB.
    const largest = { 'content-length': String(5 * 1024 * 1024) }
    expect((await upload(harness, id, 'receipt-3', pdf, largest)).status).toBe(201)
    const fourth = await detailOf(await upload(harness, id, 'receipt-4', pdf))
    expect(fourth).toBe('A claim has at most 3 receipts.')

    const missing = await detailOf(await makeClaim(harness, id, { receipts: ['receipt-9'] }))
    expect(missing).toBe('receipts: receipt-9 was not uploaded')
    expect((await makeClaim(harness, id, { receipts: ['receipt-1', '2'] })).status).toBe(200)
    const [listed] = await openClaims(harness)
    const { number, receipts } = listed?.claim ?? { number: '', receipts: [] }
    expect(receipts.map(({ type }) => type)).toEqual(['image/jpeg', 'application/pdf'])
    const read = await harness.get(`/admin/claims/${number}/receipts/receipt-1`, operator)
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(jpeg)
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${number}-1.jpg"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await harness.get(`/admin/claims/${number}/receipts/receipt-3`, operator)).status).toBe(404)
    expect((await harness.get(`/admin/claims/${number}/receipts/receipt-1`)).status).toBe(401)
    const records = await harness.store.auditRecords({ after: 0, limit: 100 })
    expect(records.filter(({ action }) => action === 'readReceipt')).toMatchObject([{ ref: number }])

    const zip = await harness.get(`/admin/checkouts/${id}/case?format=zip`, operator)
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(files)).toEqual([
      'case.txt',
      'case.json',
      `receipts/${number}-1.jpg`,
      `receipts/${number}-2.pdf`,
    ])
    expect(files[`receipts/${number}-2.pdf`]).toEqual(pdf)
    const readCase = (format: string) => harness.get(`/admin/checkouts/${id}/case?format=${format}`, operator)
    const contents = (name: string) => new TextDecoder().decode(files[name])
    expect(contents('case.txt')).toBe(await (await readCase('text')).text())
    expect(JSON.parse(contents('case.json'))).toEqual(await (await readCase('json')).json())
  })

  test('are three for each claim, also where a report of money as sent has opened it', async () => {
    const harness = createHarness(store())
    const { id } = await failedTransfer(harness)
    await harness.post(`/checkouts/${id}/attempts/1/sent`, { sent: true })
    for (const receipt of ['1', '2', '3']) expect((await upload(harness, id, receipt, pdf)).status).toBe(201)
    expect((await upload(harness, id, '4', pdf)).status).toBe(400)

    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    await harness.post(`/admin/claims/${number}/decline`, { reason: 'other', text: 'No.' }, operator)
    expect((await upload(harness, id, '5', pdf)).status).toBe(201)
  })

  test('are three for each claim of their own attempt', async () => {
    const harness = createHarness(store())
    const { id } = await failedTransfer(harness)
    await makeClaim(harness, id, { note: 'sent' })
    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    await harness.post(`/admin/claims/${number}/decline`, { reason: 'other', text: 'No.' }, operator)
    await harness.post(`/checkouts/${id}/attempts`, { method: 'transfer', after: 1 })
    await harness.drain()
    await harness.controlOrder(-1, { do: 'fail' })
    await harness.drain()
    const statuses: number[] = []
    for (const receipt of ['1', '2', '3', '4'])
      statuses.push((await upload(harness, id, receipt, pdf, {}, 2)).status)
    expect(statuses).toEqual([201, 201, 201, 400])
  })

  test('are read by the number of their own claim', async () => {
    const harness = createHarness(store())
    const { id } = await failedTransfer(harness)
    const numbers: string[] = []
    for (const receipt of ['first', 'second']) {
      await upload(harness, id, receipt, pdf)
      await makeClaim(harness, id, { receipts: [receipt] })
      const number = (await harness.getCheckout(id)).claim?.number ?? ''
      await harness.post(`/admin/claims/${number}/decline`, { reason: 'other', text: 'No.' }, operator)
      numbers.push(number)
    }
    const statusOf = async (number = '', receipt = '') =>
      (await harness.get(`/admin/claims/${number}/receipts/${receipt}`, operator)).status
    const [first, second] = numbers
    expect([await statusOf(first, 'first'), await statusOf(second, 'second')]).toEqual([200, 200])
    expect([await statusOf(first, 'second'), await statusOf(second, 'first')]).toEqual([404, 404])
    const unknown = await harness.get('/admin/claims/AAAAA-AAAAA/receipts/first', operator)
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'claim_unknown' }])

    const zip = await harness.get(`/admin/checkouts/${id}/case?format=zip`, operator)
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(files).slice(2)).toEqual(numbers.map((number) => `receipts/${number}-1.pdf`))
  })

  test('are stored once where two uploads of an id meet, and not where their customer was erased', async () => {
    const harness = createHarness(store())
    harness.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
    const { id } = await failedTransfer(harness)
    const [one, other] = [slowUpload(harness, id, pdf), slowUpload(harness, id, pdf)]
    await Promise.all([one.isRead, other.isRead])
    one.arrives()
    expect((await one.response).status).toBe(201)
    other.arrives()
    expect((await other.response).status).toBe(200)

    harness.orders.set('1043', { amount: '1250.00', currency: 'UAH', customer: 'c-8' })
    const { id: another } = await failedTransfer(harness, '1043')
    const late = slowUpload(harness, another, pdf)
    await late.isRead
    await harness.delete('/admin/customers/c-8', operator)
    late.arrives()
    const refused = await late.response
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'not_claimable' }])
  })

  test('are not taken for a payment that cannot be claimed, or without the client secret', async () => {
    const harness = createHarness(store())
    const { id } = await harness.createCheckout('1042', 'transfer')
    expect((await upload(harness, id, 'receipt-1', jpeg)).status).toBe(409)
    expect((await upload(harness, id, 'receipt-1', jpeg, { 'checkout-secret': 'none' })).status).toBe(404)
  })

  test('are erased with their customer, and with what the payer and the operator wrote', async () => {
    const harness = createHarness(store())
    harness.orders.set('1042', { amount: '1250.00', currency: 'UAH', customer: 'c-7' })
    const { id } = await failedTransfer(harness)
    await upload(harness, id, 'receipt-1', jpeg)
    await makeClaim(harness, id, { note: 'my name', receipts: ['receipt-1'] })
    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    const exported = await (await harness.get('/admin/customers/c-7', operator)).text()
    expect(exported).toContain('my name')
    await harness.delete('/admin/customers/c-7', operator)
    expect((await harness.get(`/admin/claims/${number}/receipts/receipt-1`, operator)).status).toBe(404)
    expect(await harness.store.receipt(id, 1, 'receipt-1')).toBeNull()
    expect(harness.logs.filter(({ level }) => level === 'error')).toEqual([])
    const [listed] = await openClaims(harness)
    expect(listed?.claim).toMatchObject({ number, content: null, receipts: [] })
    expect((await upload(harness, id, 'receipt-2', jpeg)).status).toBe(409)
    const again = await makeClaim(harness, id, { receipts: ['receipt-1'] })
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'not_claimable' }])
  })

  test('are erased by retention, but not before their claim is decided', async () => {
    const harness = createHarness({ ...store(), paypane: { retentionDays: 10 } })
    const { id } = await failedTransfer(harness)
    await upload(harness, id, 'receipt-1', jpeg)
    await makeClaim(harness, id, { note: 'sent', receipts: ['receipt-1'] })
    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    await harness.advance(20 * 86_400, 43_200)
    expect(await harness.store.receipt(id, 1, 'receipt-1')).not.toBeNull()
    await harness.post(`/admin/claims/${number}/decline`, { reason: 'other', text: 'No.' }, operator)
    await harness.advance(12 * 86_400, 43_200)
    expect(await harness.store.receipt(id, 1, 'receipt-1')).toBeNull()
  })

  test('are sealed, and sealed again with a new key, also after others that are damaged', async () => {
    const [retired, current] = [generateSealKey(), generateSealKey()]
    const harness = createHarness({ ...store(), paypane: { sealKey: retired } })
    const { id } = await failedTransfer(harness)
    for (const receipt of ['damaged-1', 'damaged-2']) {
      await upload(harness, id, receipt, pdf)
      const stored = await harness.store.receipt(id, 1, receipt)
      if (stored === null) throw new Error('It is not stored.')
      await harness.store.replaceReceipt(stored, `${stored.sealed.slice(0, -1)}!`)
    }
    await upload(harness, id, 'receipt-1', jpeg)
    await makeClaim(harness, id, { note: 'my name', receipts: ['receipt-1'] })
    const before = (await harness.store.receipt(id, 1, 'receipt-1'))?.sealed ?? ''
    expect(before).not.toContain(btoa(String.fromCharCode(...jpeg)))
    expect(JSON.stringify(await harness.store.entry(id))).not.toContain('my name')

    const number = (await harness.getCheckout(id)).claim?.number ?? ''
    harness.restart({ sealKey: [current, retired] })
    await harness.advance(120, 60)
    expect((await harness.store.receipt(id, 1, 'receipt-1'))?.sealed).not.toBe(before)
    harness.restart({ sealKey: current })
    const reencrypted = harness.logs.filter(({ message }) => message === 'receipts re-encrypted')
    expect(reencrypted).toMatchObject([{ count: 1 }])
    const read = await harness.get(`/admin/claims/${number}/receipts/receipt-1`, operator)
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(jpeg)
    expect((await openClaims(harness))[0]?.claim.content).toMatchObject({ note: 'my name' })
  })
})

test('the case file names every id, and no whole card', async () => {
  const harness = createHarness()
  const { id } = await failedTransfer(harness)
  await makeClaim(harness, id, {
    amount: '1250.00',
    sentAt: '2026-01-01T00:05:00Z',
    bank: 'Example Bank',
    lastDigits: '4242',
    note: 'sent from 4111111111111111',
  })
  const read = await harness.get(`/admin/checkouts/${id}/case`, operator)
  const file = CaseFile.parse(await read.json())
  expect(file.paid).toBeNull()
  const text = await (await harness.get(`/admin/checkouts/${id}/case?format=text`, operator)).text()
  const { externalTransactionId, externalId, status } = file.attempts[0] ?? {}
  for (const part of [externalTransactionId, externalId, status, '4242', 'Example Bank', id, '1250.00 UAH'])
    expect(text).toContain(part)
  expect(text).not.toContain('4111111111111111')
  expect((await harness.get(`/admin/checkouts/${id}/case?format=xml`, operator)).status).toBe(400)
  expect((await harness.get(`/admin/checkouts/${id}/case`)).status).toBe(401)
})

test('the case file says when an attempt was sent first, whenever it was sent again', async () => {
  const harness = createHarness()
  await harness.control('/faults', { on: 'deposit.create', effect: 'drop-before', times: 1 })
  const sentAt = new Date(harness.clock.now()).toISOString()
  const { id } = await harness.createCheckout('1042', 'transfer')
  await harness.advance(60, 1)
  expect((await harness.store.entry(id))?.attempts).toMatchObject([{ state: 'placed', sendCount: 2 }])
  const file = CaseFile.parse(await (await harness.get(`/admin/checkouts/${id}/case`, operator)).json())
  expect(file.attempts).toMatchObject([{ sentAt }])
})

describe('the queue', () => {
  let harness: Harness
  const ids: string[] = []
  beforeAll(async () => {
    harness = createHarness({ store: sqliteStore(':memory:') })
    for (const order of ['a', 'b', 'c']) {
      harness.orders.set(order, { amount: '10.00', currency: 'UAH' })
      const { id } = await failedTransfer(harness, order)
      ids.push(id)
      await makeClaim(harness, id)
      await harness.advance(1)
    }
  })
  afterAll(() => harness.paypane.close())

  test('is by age, in pages', async () => {
    const first = ClaimList.parse(await (await harness.get('/admin/claims?limit=2', operator)).json())
    const rest = ClaimList.parse(
      await (
        await harness.get(`/admin/claims?limit=2&after=${encodeURIComponent(first.next ?? '')}`, operator)
      ).json(),
    )
    expect([...first.claims, ...rest.claims].map(({ checkout }) => checkout)).toEqual(ids)
    expect(rest.next).toBeNull()
    expect((await harness.paypane.stats()).oldestClaimSeconds).toBeGreaterThanOrEqual(2)
  })
})

test('a claim can be made on the payment page without JavaScript, which then says its number', async () => {
  const { hostedPages } = await import('../../../src/server/html/index.ts')
  const harness = createHarness({ paypane: { pages: hostedPages({ name: 'Shop' }) } })
  const { id } = await failedTransfer(harness)
  const page = async () => await (await harness.get('/o/1042', { accept: 'text/html' })).text()
  expect(await page()).toContain('I’ve sent the money')
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const posted = await harness.post('/o/1042', 'act=sent&after=1&sent=true', form)
  expect(posted.status).toBe(303)
  const number = (await harness.getCheckout(id)).claim?.number ?? 'none'
  expect(await page()).toContain(number)
})
