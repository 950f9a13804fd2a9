import { expect, test } from 'vitest'
import type { Message } from '../../demo/traffic/message.ts'
import { createTrafficRecorder } from '../../demo/traffic/traffic-recorder.ts'

const view = {
  id: 'co_abcdefghijklmnop',
  clientSecret: 'co_abcdefghijklmnop_secret_client-secret-1',
  order: '1042',
  savedCards: [{ id: 'card_abcdefghijklmnop', label: '•••• 4242' }],
  action: {
    card: '5168752363956468',
    iban: 'UA213052990000000000000000000',
    phone: '+380671234567',
    accountNumber: '00012345678901',
    recipient: 'Dmytro Shevchuk',
    qr: 'iVBORw0KGgoAAAANSUhEUg',
    code: { size: 21, modules: 'qr-code-modules' },
    formUrl: 'http://127.0.0.1:4010/core/form?token=one-time-token',
  },
  externalParams: { cardStorageToken: 'storage-token-1', cardToken: 'bank-token-1' },
  additionalFields: [
    { key: 'cardStorageToken', value: 'storage-token-1' },
    { key: 'cardNumber', value: '4441114455556666' },
  ],
}
const secrets = [
  '5168752363956468',
  'UA213052990000000000000000000',
  '+380671234567',
  '00012345678901',
  'Dmytro',
  'iVBOR',
  'qr-code-modules',
  '4441114455556666',
  'one-time-token',
  'storage-token-1',
  'client-secret-1',
  'bank-token-1',
  'the-key',
]

test('recorded messages contain no secrets, and the forwarded ones are not changed', async () => {
  const messages: Message[] = []
  const recorder = createTrafficRecorder()
  recorder.subscribe((message) => messages.push(message))
  const send = recorder.record('server', 'service', async (request) => {
    expect(request.headers.get('authorization')).toBe('Bearer the-key')
    return Response.json(JSON.parse(await request.text()))
  })
  const response = await send(
    new Request('https://service.test/form?token=one-time-token', {
      method: 'POST',
      headers: { authorization: 'Bearer the-key' },
      body: JSON.stringify(view),
    }),
  )
  expect(await response.json()).toEqual(view)

  const [sent, completed] = messages
  expect(sent).toMatchObject({ method: 'POST', path: '/form', status: null })
  expect(completed).toMatchObject({ id: sent?.id, status: 200 })
  const { ids: _, ...shown } = { ...completed }
  for (const secret of [...secrets, view.id]) expect(JSON.stringify(shown)).not.toContain(secret)
  expect(completed?.ids).toEqual(expect.arrayContaining(['1042', view.id]))
})

test('a broken connection is recorded, and the sender receives the error', async () => {
  const messages: Message[] = []
  const recorder = createTrafficRecorder()
  recorder.subscribe((message) => messages.push(message))
  const send = recorder.record('service', 'server', () => Promise.reject(new TypeError('fetch failed')))
  await expect(send(new Request('https://shop.test/pay'))).rejects.toThrow('fetch failed')
  expect(messages.at(-1)?.status).toBe('disconnected')
})
