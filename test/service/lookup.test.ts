import { describe, expect, test } from 'vitest'
import { createPaymentsClient } from '../../src/service/client.ts'
import { baseUrl, fakeService, json } from './fake-service.ts'

const lookUp = (answer: Response | Error) =>
  createPaymentsClient({ baseUrl, fetch: fakeService(answer).fetch }).depositStatus(
    { key: 'deposit-key' },
    { externalId: 'E1' },
  )

describe('table "Endpoints": the four lookups', () => {
  const root = 'https://core.example/v7/api/v1/integration'

  test.each([
    ['depositStatus', { externalId: 'E1' }, `${root}/deposit-order/E1/status`],
    [
      'depositStatus',
      { externalTransactionId: 'order-1' },
      `${root}/deposit-order/order-1/status-by-external-transaction-id`,
    ],
    ['payoutStatus', { externalId: 'E1' }, `${root}/withdrawal-order/E1/status`],
    [
      'payoutStatus',
      { externalTransactionId: 'order-1' },
      `${root}/withdrawal-order/order-1/status-by-external-transaction-id`,
    ],
  ] as const)('%s by %o', async (method, id, url) => {
    const service = fakeService(json({ externalId: 'E1', orderStatus: 'Created' }))
    const client = createPaymentsClient({ baseUrl, fetch: service.fetch })
    await client[method]({ key: 'its-key' }, id)
    expect(service.requests[0]).toMatchObject({ method: 'GET', url, body: null, redirect: 'manual' })
    expect(service.requests[0]?.headers.get('authorization')).toBe('Bearer its-key')
    expect(service.requests[0]?.headers.get('content-type')).toBeNull()
  })

  test.each([
    ['a/b?c#d', 'a%2Fb%3Fc%23d'],
    ['100% ы', '100%25%20%D1%8B'],
    ['../balance', '..%2Fbalance'],
    ['...', '...'],
  ])('the identifier %j is %s in the path', async (externalTransactionId, segment) => {
    const service = fakeService(json({ externalId: 'E1', orderStatus: 'Created' }))
    const client = createPaymentsClient({ baseUrl, fetch: service.fetch })
    await client.depositStatus({ key: 'its-key' }, { externalTransactionId })
    expect(service.requests[0]?.url).toContain(`/deposit-order/${segment}/status-by`)
  })

  test.each(['', '.', '..', 'lone \ud800'])(
    'the identifier %j cannot be a path: nothing is sent',
    async (externalId) => {
      const service = fakeService()
      const client = createPaymentsClient({ baseUrl, fetch: service.fetch })
      await expect(client.payoutStatus({ key: 'its-key' }, { externalId })).rejects.toMatchObject({
        name: 'InvalidRequestError',
      })
      expect(service.requests).toEqual([])
    },
  )
})

describe('table "Status responses": found orders', () => {
  test('every member of a deposit', async () => {
    const body = `{
      "externalId": "E1", "orderStatus": "Success", "amount": 100.00, "currency": "UAH",
      "externalParams": {"cardToken": "bank-token", "cardStorageToken": "our-token", "cardHolder": null, "cardNumber": "411111******1111", "brand": "x"},
      "orderHistory": [
        {"time": "2026-03-01T10:00:00Z", "action": "Init", "newCode": "1.0.0.00"},
        {"Time": "2026-03-01T10:00:01.5", "Action": null, "NewCode": "4.1.3.00"}
      ],
      "a field of the future": {"deep": [1]}
    }`
    expect(await lookUp(json(body))).toEqual({
      outcome: 'found',
      order: {
        externalId: 'E1',
        status: 'Success',
        amount: '100.00',
        currency: 'UAH',
        history: [
          { time: '2026-03-01T10:00:00.000Z', action: 'Init', code: '1.0.0.00' },
          { time: '2026-03-01T10:00:01.500Z', action: null, code: '4.1.3.00' },
        ],
        externalParams: {
          cardToken: 'bank-token',
          cardStorageToken: 'our-token',
          cardHolder: null,
          cardNumber: '411111******1111',
        },
      },
    })
  })

  test.each([
    ['only what is required', {}, null],
    ['nulls', { amount: null, currency: null, orderHistory: null, externalParams: null }, null],
    ['an empty amount', { amount: '' }, null],
    ['a blank amount', { amount: ' \n' }, null],
    ['an amount that is a list', { amount: [100] }, ''],
    ['an amount that is a truth value', { amount: false }, ''],
    ['other types than described', { amount: {}, currency: [], orderHistory: 'none', externalParams: 3 }, ''],
  ])('an order with %s: an absent amount is null, another type is no text', async (_, more, amount) => {
    expect(await lookUp(json({ externalId: 'E1', orderStatus: 'Processing', ...more }))).toEqual({
      outcome: 'found',
      order: {
        externalId: 'E1',
        status: 'Processing',
        amount,
        currency: null,
        history: [],
        externalParams: null,
      },
    })
  })

  test.each([
    ['a number', '100.00', '100.00'],
    ['a string', '"100.00"', '100.00'],
    ['a number with an exponent', '1E+2', '1E+2'],
    ['a very long number', '12345678901234567890.1234567890', '12345678901234567890.1234567890'],
  ])('an amount that is %s keeps its text', async (_, amount, text) => {
    const body = `{"externalId": "E1", "orderStatus": "Success", "amount": ${amount}}`
    expect(await lookUp(json(body))).toMatchObject({ order: { amount: text } })
  })

  test('an external parameter that is blank is absent', async () => {
    const externalParams = {
      cardToken: ' ',
      cardStorageToken: '',
      cardHolder: '',
      cardNumber: '411111******1111',
    }
    expect(await lookUp(json({ externalId: 'E1', orderStatus: 'Success', externalParams }))).toMatchObject({
      order: {
        externalParams: {
          cardToken: null,
          cardStorageToken: null,
          cardHolder: null,
          cardNumber: '411111******1111',
        },
      },
    })
  })

  test('unknown statuses and codes are kept, invalid history entries are skipped', async () => {
    const orderHistory = [null, 5, 'x', [], { time: 'soon', newCode: '9.9.9.99' }, { newCode: 4 }]
    const long = 'H'.repeat(513)
    expect(await lookUp(json({ externalId: 'E1', orderStatus: long }))).toMatchObject({
      order: { status: long },
    })
    expect(await lookUp(json({ externalId: 'E1', orderStatus: 'Held', orderHistory }))).toMatchObject({
      order: {
        status: 'Held',
        history: [
          { time: null, action: null, code: '9.9.9.99' },
          { time: null, action: null, code: '4' },
        ],
      },
    })
  })
})

describe('only a 404 with the error body is not found, whatever its label', () => {
  test.each([
    ['as typical', { label: 'NOT_FOUND', message: 'Order not found' }],
    ['without a message', { label: 'NOT_FOUND' }],
    ['with the label in lower case', { label: 'not_found', message: 'x' }],
    ['with a label that names the order', { label: 'ORDER_NOT_FOUND', message: 'x' }],
    ['with a label of another error', { label: 'VALIDATION_ERROR', message: 'No such order' }],
    ['with a label that nobody knows', { label: 'No order', message: '' }],
    ['with everything else null', { label: 'NOT_FOUND', message: null, code: null, statusDescrption: null }],
  ])('%s', async (_, body) => {
    expect(await lookUp(json(body, 404))).toEqual({ outcome: 'not_found' })
  })

  test.each([
    ['a 404 without a label', json({ message: 'Order not found' }, 404), 'other'],
    ['a 404 with an empty label', json({ label: ' ', message: 'Order not found' }, 404), 'other'],
    ['a message that is no text', json({ label: 'NOT_FOUND', message: {} }, 404), 'other'],
    ['an empty 404', new Response(null, { status: 404 }), 'other'],
    ["a proxy's page", json('<html>404</html>', 404), 'other'],
    ['a problem body', json({ type: 'about:blank', title: 'Not Found', status: 404 }, 404), 'other'],
    ['a label that is no text', json({ label: 404, message: 'x' }, 404), 'other'],
    ['a JSON text', json('"NOT_FOUND"', 404), 'other'],
    ['401, no body', new Response(null, { status: 401 }), 'unauthorized'],
    ['403, no body', new Response(null, { status: 403 }), 'unauthorized'],
    ['403 with the error body', json({ label: 'NOT_FOUND', message: 'x' }, 403), 'unauthorized'],
    ['400 with the error body', json({ label: 'NOT_FOUND', message: 'x' }, 400), 'other'],
    ['410 with the error body', json({ label: 'NOT_FOUND', message: 'x' }, 410), 'other'],
    ['429', new Response(null, { status: 429 }), 'other'],
    ['500, no body', new Response(null, { status: 500 }), 'server'],
    ['500 with the error body', json({ label: 'NOT_FOUND', message: 'x' }, 500), 'server'],
    ['a redirect', new Response(null, { status: 302, headers: { location: '/' } }), 'redirect'],
    ['204', new Response(null, { status: 204 }), 'other'],
    ['201 with an order', json({ externalId: 'E1', orderStatus: 'Success' }, 201), 'other'],
    ['200 without a status', json({ externalId: 'E1' }), 'unreadable'],
    ['200 with an empty status', json({ externalId: 'E1', orderStatus: '' }), 'unreadable'],
    ['200 without an identifier', json({ orderStatus: 'Success' }), 'unreadable'],
    [
      '200 with an identifier of more than 512 characters',
      json({ externalId: 'E'.repeat(513), orderStatus: 'Success' }),
      'unreadable',
    ],
    ['200 with a page', json('<html></html>'), 'unreadable'],
    ['a broken connection', new TypeError('fetch failed'), 'connection'],
  ])('%s is unknown', async (_, answer, kind) => {
    expect(await lookUp(answer)).toMatchObject({
      outcome: 'unknown',
      error: {
        name: 'PaymentsOutcomeUnknownError',
        kind,
        status: answer instanceof Error ? null : answer.status,
      },
    })
  })
})

describe('GET /api/v1/balance/merchant', () => {
  const requestBalance = (answer: Response, currency = 'UAH') => {
    const service = fakeService(answer)
    const balance = createPaymentsClient({ baseUrl, fetch: service.fetch }).balance(
      { key: 'a-key' },
      currency,
    )
    return { balance, requests: service.requests }
  }
  const figures = `"merchantBalance": 1000.10, "merchantOverdraft": 0, "pipelineBalance": "5.00",
    "pipelineAvailableBalance": -1.5e2, "pipelineProcessingOrdersDeposit": 12345678901234567890.01,
    "pipelineProcessingOrdersWithdrawals": 0.0`

  test('the six figures as text, for the currency key as given', async () => {
    const { balance, requests } = requestBalance(json(`{"currency": "A&B C", ${figures}}`), 'A&B C')
    expect(await balance).toEqual({
      currency: 'A&B C',
      merchantBalance: '1000.10',
      merchantOverdraft: '0',
      pipelineBalance: '5.00',
      pipelineAvailableBalance: '-1.5e2',
      pipelineProcessingOrdersDeposit: '12345678901234567890.01',
      pipelineProcessingOrdersWithdrawals: '0.0',
    })
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://core.example/v7/api/v1/balance/merchant?currency=A%26B+C',
    })
  })

  test.each([
    [
      '400 missing or malformed currency',
      json({ label: 'VALIDATION_ERROR', message: 'x' }, 400),
      'VALIDATION_ERROR',
    ],
    ['401', new Response(null, { status: 401 }), null],
    ['403', new Response(null, { status: 403 }), null],
  ])('%s is refused', async (_, answer, label) => {
    await expect(requestBalance(answer).balance).rejects.toMatchObject({
      name: 'PaymentsRefusedError',
      status: answer.status,
      label,
    })
  })

  test.each([
    ['a figure missing', json({ currency: 'UAH', merchantBalance: 1 }), 'unreadable'],
    ['500', new Response(null, { status: 500 }), 'server'],
    ['a redirect', new Response(null, { status: 301 }), 'redirect'],
  ])('%s is an unknown outcome', async (_, answer, kind) => {
    await expect(requestBalance(answer).balance).rejects.toMatchObject({
      name: 'PaymentsOutcomeUnknownError',
      kind,
      status: answer.status,
      label: null,
      code: null,
      statusDescription: null,
    })
  })
})
