import { describe, expect, test } from 'vitest'
import { createPaymentsClient, type PaymentsClient } from '../../src/service/client.ts'
import { depositBody, payoutBody } from '../../src/service/request.ts'
import {
  baseUrl,
  fakeService,
  initUrl,
  json,
  p2pRequest,
  payoutRequest,
  tokenRequest,
  tokenUrl,
} from './fake-service.ts'

const p2p = { profile: 'p2p', key: 'p2p-key' } as const

function clientOf(service: { fetch: typeof fetch }): PaymentsClient {
  return createPaymentsClient({ baseUrl, initUrl, tokenUrl, fetch: service.fetch })
}

const create = (answer: Response | Error) => clientOf(fakeService(answer)).createDeposit(p2p, p2pRequest)

const error = (label: string, statusDescrption: string | null, code?: string) => ({
  label,
  message: label,
  statusDescrption,
  externalTransactionId: null,
  ...(code === undefined ? {} : { code }),
})

describe('table "POST /api/v1/integration/deposit-order/": the host selects the variant', () => {
  const path = '/api/v1/integration/deposit-order/'

  test.each([
    ['P2P', 'p2p', `https://core.example/v7${path}`],
    ['hosted card form', 'form', `https://init.example${path}`],
    ['tokenized', 'token', `https://token.example/t${path}`],
  ] as const)('%s', async (_, profile, url) => {
    const service = fakeService(json({ externalId: 'E1' }))
    await clientOf(service).createDeposit(
      { profile, key: `${profile}-key` },
      { ...p2pRequest, ...tokenRequest },
    )
    expect(service.requests).toHaveLength(1)
    const [sent] = service.requests
    expect(sent).toMatchObject({ method: 'POST', url, redirect: 'manual' })
    expect(sent?.headers.get('authorization')).toBe(`Bearer ${profile}-key`)
    expect(sent?.headers.get('content-type')).toBe('application/json')
    expect(sent?.headers.get('accept')).toBe('application/json, application/problem+json')
  })

  test('payouts go to the core host', async () => {
    const service = fakeService(json({ externalId: 'E1', orderStatus: 'Created' }))
    await clientOf(service).createPayout({ key: 'payout-key' }, payoutRequest)
    expect(service.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://core.example/v7/api/v1/integration/withdrawal-order/',
      body: '{"amount":100.00,"currency":"UAH","externalTransactionId":"payout-1"}',
    })
  })

  test('a prepared body is sent byte for byte', async () => {
    const service = fakeService(json({ externalId: 'E1' }))
    const body = ` ${depositBody('p2p', p2pRequest)}\n`
    await clientOf(service).createDeposit(p2p, body)
    expect(service.requests[0]?.body).toBe(body)
  })

  test('a prepared body of a payout too, by a pipeline that is said to be one', async () => {
    const service = fakeService(json({ externalId: 'E1' }))
    const body = ` ${payoutBody(payoutRequest)}\n`
    await clientOf(service).createPayout({ profile: 'payout', key: 'payout-key' }, body)
    expect(service.requests[0]?.body).toBe(body)
  })

  test('slashes at the end of an address are dropped', async () => {
    const service = fakeService(json({ externalId: 'E1' }))
    const client = createPaymentsClient({ baseUrl: `${baseUrl}///`, fetch: service.fetch })
    await client.createDeposit(p2p, p2pRequest)
    expect(service.requests[0]?.url).toBe(`https://core.example/v7${path}`)
  })

  test('a pipeline whose host is not set is refused before anything is sent', async () => {
    const service = fakeService()
    const client = createPaymentsClient({ baseUrl, fetch: service.fetch })
    await expect(
      client.createDeposit({ profile: 'form', key: 'form-key' }, p2pRequest),
    ).rejects.toMatchObject({ name: 'InvalidRequestError' })
    expect(service.requests).toEqual([])
  })
})

describe('table "Create responses (HTTP 200)"', () => {
  test('P2P deposit: the payment details are exactly as returned', async () => {
    const paymentDetails = {
      formUrl: 'https://pay.example/f?token=once',
      card: '4111111111111111',
      fio: 'Іван Франко',
      bank: 'Bank "A"',
      number: '+380501234567',
      iban: 'UA213223130000026007233566001',
      accountNumber: '0000123',
      qrUrl: 'iVBORw0KGgo=',
      method: 'card2card',
    }
    expect(await create(json({ externalId: 'E1', orderStatus: 'Processing', paymentDetails }))).toEqual({
      outcome: 'placed',
      externalId: 'E1',
      status: 'Processing',
      paymentDetails,
    })
  })

  test('P2P deposit: a blank text is one that was not returned', async () => {
    const paymentDetails = { formUrl: ' ', card: '', iban: 'UA213223130000026007233566001', bank: '\t' }
    const outcome = await create(json({ externalId: 'E1', formUrl: 'https://pay.example/f', paymentDetails }))
    expect(outcome).toMatchObject({
      paymentDetails: { ...paymentDetails, formUrl: 'https://pay.example/f', card: null, bank: null },
    })
    expect(await create(json({ externalId: 'E1', formUrl: '' }))).toMatchObject({ paymentDetails: null })
  })

  test('H2C deposit: the form address is beside the identifier', async () => {
    expect(
      await create(json({ externalId: 'E1', orderStatus: 'Init', formUrl: 'https://pay.example/f' })),
    ).toMatchObject({ status: 'Init', paymentDetails: { formUrl: 'https://pay.example/f', card: null } })
  })

  test('a form address in the payment details wins over one beside them', async () => {
    const paymentDetails = { formUrl: 'https://pay.example/inside', card: '4111111111111111' }
    expect(
      await create(json({ externalId: 'E1', formUrl: 'https://pay.example/beside', paymentDetails })),
    ).toMatchObject({ paymentDetails })
  })

  test.each([
    ['with a form', { paymentDetails: { formUrl: 'https://pay.example/3ds' } }, 'https://pay.example/3ds'],
    ['with a form that is null', { paymentDetails: { formUrl: null } }, null],
  ])('tokenized deposit %s', async (_, more, formUrl) => {
    expect(await create(json({ externalId: 'E1', orderStatus: 'Processing', ...more }))).toMatchObject({
      outcome: 'placed',
      paymentDetails: { formUrl },
    })
  })

  test.each([
    ['tokenized deposit without details, or a payout', { orderStatus: 'Created' }, 'Created'],
    ['created but failed', { orderStatus: 'Failed' }, 'Failed'],
    ['a status of the future', { orderStatus: 'Resting', more: [{}] }, 'Resting'],
    ['no status', {}, ''],
    ['details of another type', { orderStatus: 'Processing', paymentDetails: 5 }, 'Processing'],
    ['details that are null', { orderStatus: 'Processing', paymentDetails: null }, 'Processing'],
  ])('%s: the order is placed', async (_, more, status) => {
    expect(await create(json({ externalId: 'E1', ...more }))).toEqual({
      outcome: 'placed',
      externalId: 'E1',
      status,
      paymentDetails: null,
    })
  })

  test.each([
    ['a number', '90071992547409931234', '90071992547409931234'],
    ['behind a byte order mark', '"E1"', 'E1', '\uFEFF'],
    ['long', `"${'E'.repeat(512)}"`, 'E'.repeat(512)],
  ])('an externalId that is %s keeps its text', async (_, value, externalId, before = '') => {
    expect(await create(json(`${before}{"externalId": ${value}}`))).toMatchObject({
      outcome: 'placed',
      externalId,
    })
  })

  test('payment details that arrive as numbers keep their digits', async () => {
    const body =
      '{"externalId": "E1", "paymentDetails": {"card": 41111111111111111111, "iban": null, "bank": {}}}'
    expect(await create(json(body))).toMatchObject({
      paymentDetails: { card: '41111111111111111111', iban: null, bank: null, number: null },
    })
  })

  test.each([
    ['an empty externalId', '{"externalId": ""}'],
    ['a blank externalId', '{"externalId": "  "}'],
    ['an externalId that is null', '{"externalId": null}'],
    ['an externalId of more than 512 characters', `{"externalId": "${'E'.repeat(513)}"}`],
    ['no externalId', '{"orderStatus": "Processing"}'],
    ['an array', '[{"externalId": "E1"}]'],
    ['a page of a proxy', '<html>E1</html>'],
    ['half a body', '{"externalId": "E1"'],
    ['an empty body', ''],
    ['null', 'null'],
    ['a number', '5'],
  ])('HTTP 200 with %s: unknown', async (_, body) => {
    expect(await create(json(body))).toMatchObject({
      outcome: 'unknown',
      error: { name: 'PaymentsOutcomeUnknownError', outcome: 'unknown', kind: 'unreadable', status: 200 },
    })
  })
})

describe('table "Error responses", creates', () => {
  test.each([
    ['400 configured limit reached', 400, error('LIMITS_ERROR', '0001-0')],
    ['400 required additional field missing', 400, error('VALIDATION_ERROR', '0000-0', '1.2.4.8')],
    ['422 payout: insufficient balance', 422, error('TEMPORARY_ERROR', '1-4010', '1.1.4.3')],
    ['423 no matching channel or route', 423, error('TEMPORARY_ERROR', '0000-2', '1.2.4.3')],
    ['423 unknown currency', 423, error('TEMPORARY_ERROR', '2-00100-2', '1.2.4.9')],
    ['404 with an error body', 404, error('NOT_FOUND', null)],
    ['498, the last below 499, with an error body', 498, error('SOMETHING_NEW', null)],
  ])('%s: refused, with its label and codes', async (_, status, body) => {
    expect(await create(json(body, status))).toMatchObject({
      outcome: 'refused',
      error: {
        name: 'PaymentsRefusedError',
        outcome: 'refused',
        status,
        label: body.label,
        statusDescription: body.statusDescrption,
        code: body.code ?? null,
      },
    })
  })

  test.each([
    ['401 missing or invalid key, no body', new Response(null, { status: 401 })],
    ['403 key lacks capability, no body', new Response(null, { status: 403 })],
    [
      '415 unsupported media type, problem body',
      json({ type: 'about:blank', title: 'Unsupported', status: 415 }, 415, 'application/problem+json'),
    ],
    ["403 of a proxy's page", json('<html>Denied</html>', 403, 'text/html')],
  ])('%s: refused, without label and codes', async (_, answer) => {
    expect(await create(answer)).toMatchObject({
      outcome: 'refused',
      error: {
        status: answer.status,
        label: null,
        code: null,
        statusDescription: null,
        serviceMessage: null,
      },
    })
  })

  test.each([
    ['by its status description', error('VALIDATION_ERROR', '1-4007')],
    ['by its code', error('SOMETHING_NEW', null, '1.1.5.1')],
    ['by both', error('VALIDATION_ERROR', '1-4007', '1.1.5.1')],
  ])('400 duplicate merchant order identifier, %s: unknown, because the order exists', async (_, body) => {
    expect(await create(json(body, 400))).toMatchObject({
      outcome: 'unknown',
      error: { kind: 'duplicate', status: 400, label: body.label },
    })
  })

  test.each([
    [500, 'server', json(error('INTERNAL_SERVER_ERROR', null), 500)],
    [502, 'server', json('<html>Bad gateway</html>', 502)],
    [503, 'server', new Response(null, { status: 503 })],
    [499, 'server', new Response(null, { status: 499 })],
    [499, 'server', json(error('SOMETHING_NEW', null), 499)],
    [404, 'other', json('<html>No such page</html>', 404, 'text/html')],
    [409, 'other', json({ label: 'CONFLICT' }, 409)],
    [413, 'other', new Response('too large', { status: 413 })],
    [429, 'other', json({ error: 'slow down' }, 429)],
    [498, 'other', new Response('', { status: 498 })],
    [408, 'timeout', json(error('TIMEOUT', null), 408)],
    [408, 'timeout', new Response(null, { status: 408 })],
    [201, 'other', json({ externalId: 'E1' }, 201)],
    [202, 'other', json({ externalId: 'E1' }, 202)],
    [201, 'other', json(error('SOMETHING_NEW', null), 201)],
    [204, 'other', new Response(null, { status: 204 })],
    [300, 'redirect', new Response(null, { status: 300 })],
    [302, 'redirect', new Response(null, { status: 302, headers: { location: 'https://x.example' } })],
    [307, 'redirect', new Response(null, { status: 307, headers: { location: 'https://x.example' } })],
  ])('%i: unknown (%s)', async (status, kind, answer) => {
    expect(await create(answer)).toMatchObject({ outcome: 'unknown', error: { kind, status } })
  })

  test.each([
    ['deposit', 423, false],
    ['deposit', 400, false],
    ['payout', 400, false],
    ['payout', 422, true],
    ['payout', 423, true],
  ] as const)("the error of a %s's %i promises that no order exists: %s", async (kind, status, promises) => {
    const client = clientOf(fakeService(json(error('TEMPORARY_ERROR', '0000-2', '1.2.4.3'), status)))
    const outcome =
      kind === 'payout'
        ? await client.createPayout({ key: 'payout-key' }, payoutRequest)
        : await client.createDeposit(p2p, p2pRequest)
    const message = outcome.outcome === 'refused' ? outcome.error.message : ''
    expect(message.includes('No order exists')).toBe(promises)
    expect(message.includes('Look up its externalTransactionId')).toBe(!promises)
  })

  test.each([
    ['The required additional field "bankName" is missing', 'bankName'],
    ["Missing 'taxId': the payer's number", 'taxId'],
    ['BankAccount (beneficiary bank account number) is required', 'BankAccount'],
    ['The required additional field email is missing', 'email'],
    ['A required field is missing', null],
    ['', null],
  ])('the missing field that "%s" names: %s', async (message, field) => {
    const body = { ...error('VALIDATION_ERROR', '0000-0', '1.2.4.8'), message }
    expect(await create(json(body, 400))).toMatchObject({ outcome: 'refused', error: { field } })
  })

  test('a value that the message repeats is not the missing field', async () => {
    const message = 'The bankName is missing for "Monobank1"'
    const client = clientOf(
      fakeService(json({ ...error('VALIDATION_ERROR', '0000-0', '1.2.4.8'), message }, 400)),
    )
    const additionalFields = [{ key: 'recipientBank', value: 'Monobank1' }]
    const outcome = await client.createDeposit(p2p, { ...p2pRequest, additionalFields })
    expect(outcome).toMatchObject({ outcome: 'refused', error: { field: 'bankName' } })
  })

  test.each([
    ['0000-0', '1.2.4.8', 'bankName'],
    ['0000-0', undefined, 'bankName'],
    ['0000-0', '1.2.4.9', null],
    ['0000-1', undefined, null],
  ])(
    'of %s and code %s, the field is %s: the message alone is no reason',
    async (description, code, field) => {
      const body = { ...error('VALIDATION_ERROR', description, code), message: 'Wrong value of "bankName"' }
      expect(await create(json(body, 400))).toMatchObject({ error: { field } })
    },
  )

  test.each([
    [
      'Limit 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is reached.',
      'Limit 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is reached.',
    ],
    ['"3F2504E0-4F89-11D3-9A0C-0305E82C3301": 5000 UAH', '"3F2504E0-4F89-11D3-9A0C-0305E82C3301": •••• UAH'],
    ['see https://a.example/?t=3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'see https://a.example/'],
    ['token 3f2504e0-4f89-11d3-9a0c-0305e82c3301/9', 'token ••••'],
  ])('the id of the limit stays in "%s"', async (message, serviceMessage) => {
    const body = { ...error('LIMITS_ERROR', '0001-0'), message }
    expect(await create(json(body, 400))).toMatchObject({ error: { serviceMessage } })
  })

  test.each([
    ['Limit reached', 'Limit reached'],
    ['Currency value "XYZ" is unknown', 'Currency value "XYZ" is unknown'],
    ['card 4111 1111 1111 1111 of a@b.example', 'card •••• of ••••'],
    ['account UA213223130000026007233566001', 'account ••••'],
    ['phone +380 50 123-45-67, PIN 1234, code 123', 'phone +••••, PIN ••••, code 123'],
    ['see https://pay.example/a?token=once#x.', 'see https://pay.example/a'],
    ['token 3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'token ••••'],
    ['line\r\nbreak\u0000', 'line break'],
    ['x'.repeat(5000), 'x'.repeat(200)],
    ['', null],
  ])('the message "%s" is kept as "%s"', async (message, serviceMessage) => {
    const body = { ...error('VALIDATION_ERROR', null), message }
    expect(await create(json(body, 400))).toMatchObject({ error: { serviceMessage } })
  })

  test('an error keeps codes and drops prose in their place', async () => {
    const body = {
      label: 'card 4111 1111 1111 1111 of Іван',
      message: 'x',
      code: { deep: 1 },
      statusDescrption: 7,
    }
    expect(await create(json(body, 400))).toMatchObject({
      error: { label: null, code: null, statusDescription: '7' },
    })
  })
})

describe('deposit and payout keys are not mixed', () => {
  test('a pipeline of the other kind is refused before anything is sent', async () => {
    const service = fakeService()
    const client = clientOf(service)
    const payout: { key: string } = { ...p2p }
    const deposit = { profile: 'p2p', key: 'payout-key' } as const
    Object.assign(deposit, { profile: 'payout' })
    await expect(client.createPayout(payout, payoutRequest)).rejects.toMatchObject({
      name: 'InvalidRequestError',
    })
    await expect(client.payoutStatus(payout, { externalId: 'E1' })).rejects.toMatchObject({
      name: 'InvalidRequestError',
    })
    await expect(client.createDeposit(deposit, p2pRequest)).rejects.toMatchObject({
      name: 'InvalidRequestError',
    })
    await expect(client.depositStatus(deposit, { externalId: 'E1' })).rejects.toMatchObject({
      name: 'InvalidRequestError',
    })
    expect(service.requests).toEqual([])
  })
})

describe('keys', () => {
  test('a key given as a function is called on each use', async () => {
    const keys = ['first', 'second']
    const service = fakeService(json({ externalId: 'E1' }), json({ externalId: 'E2' }))
    const client = clientOf(service)
    const pipeline = { profile: 'p2p', key: async () => keys.shift() ?? '' } as const
    await client.createDeposit(pipeline, p2pRequest)
    await client.createDeposit(pipeline, p2pRequest)
    expect(service.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ])
  })

  test('a key that cannot be obtained sends nothing and is an unknown outcome', async () => {
    const service = fakeService()
    const key = () => Promise.reject(new Error('the vault says: hunter2'))
    const outcome = await clientOf(service).createDeposit({ profile: 'p2p', key }, p2pRequest)
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { kind: 'other', status: null } })
    expect(service.requests).toEqual([])
  })

  test('a key that takes too long sends nothing, even once it is there', async () => {
    const service = fakeService()
    const { promise: key, resolve: provideKey } = Promise.withResolvers<string>()
    const client = createPaymentsClient({ baseUrl, timeoutMs: 1, fetch: service.fetch })
    const pipeline = { profile: 'p2p', key: () => key } as const
    const outcome = await client.createDeposit(pipeline, p2pRequest)
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { kind: 'other', status: null } })
    const lookup = await client.depositStatus(pipeline, { externalId: 'E1' })
    expect(lookup).toMatchObject({ outcome: 'unknown', error: { kind: 'other' } })
    provideKey('late')
    await key
    expect(service.requests).toEqual([])
  })

  test.each(['', 'two words', 'line\nbreak', ' padded', 'ключ', 'nul\0'])(
    'the key %j is not a header value: refused before anything is sent',
    async (key) => {
      const service = fakeService()
      await expect(
        clientOf(service).createDeposit({ profile: 'p2p', key }, p2pRequest),
      ).rejects.toMatchObject({ name: 'InvalidRequestError' })
      expect(service.requests).toEqual([])
    },
  )
})

// A timer of more than 2147483647 ms would end at once, and every create would be unknown.
test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 3e9])(
  'a timeout of %s ms is refused at once',
  (timeoutMs) => {
    expect(() => createPaymentsClient({ baseUrl, timeoutMs })).toThrow('timeoutMs')
  },
)

test.each<[problem: string, options: string]>([
  ['createPaymentsClient needs an object of options', 'null'],
  ['createPaymentsClient needs an object of options', '"https://core.example"'],
  ['baseUrl must be an http or https address', '{}'],
  ['fetch must be a function', `{ "baseUrl": "${baseUrl}", "fetch": {} }`],
])('without types: %s', (problem, options) => {
  expect(() => createPaymentsClient(JSON.parse(options))).toThrow(problem)
})

test.each([
  ['no address', 'core.example'],
  ['another scheme', 'ftp://core.example'],
  ['a user', 'https://user:pass@core.example'],
  ['a query', 'https://core.example/?a=1'],
])('a base address with %s is refused at once', (_, address) => {
  expect(() => createPaymentsClient({ baseUrl: address })).toThrow('baseUrl')
  expect(() => createPaymentsClient({ baseUrl, tokenUrl: address })).toThrow('tokenUrl')
})
