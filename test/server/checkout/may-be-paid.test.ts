import { expect, test } from 'vitest'
import { createHarness, type Harness, operator } from '../harness.ts'

interface Shop extends Harness {
  id: string
  /** Uses a control on the order of the attempt. */
  act(attempt: number, action: object): Promise<void>
  /** Starts one more attempt; the code of the problem, else the number of attempts. */
  start(after: number, replace?: true): Promise<unknown>
  /** From now on, lookups have no answer. */
  silence(): Promise<unknown>
  /** From now on, lookups of the first order say this. */
  say(said: { currency?: string; status?: string }): void
}

/** A shop whose payer has started an attempt. */
async function open(method = 'transfer'): Promise<Shop> {
  const shop = createHarness()
  const { id } = await shop.createCheckout('1042', method)
  await shop.drain()
  const { service } = shop
  const externalId = shop.sandbox.orders()[0]?.externalId
  return Object.assign(shop, {
    id,
    async act(attempt: number, action: object) {
      await shop.controlOrder(attempt - 1, action)
      await shop.advance(10, 5)
    },
    async start(after: number, replace?: true) {
      const body = { method: 'form', after, ...(replace ? { replace } : {}) }
      const { code, attempts } = await (await shop.post(`/checkouts/${id}/attempts`, body)).json()
      return code ?? attempts
    },
    silence: () => shop.control('/faults', { on: 'deposit.status', effect: 'status:503', times: 6 }),
    say: (said: object) =>
      shop.restart({
        service: {
          ...service,
          async depositStatus(pipeline, orderId) {
            const found = await service.depositStatus(pipeline, orderId)
            return found.outcome === 'found' && found.order.externalId === externalId
              ? { ...found, order: { ...found.order, ...said } }
              : found
          },
        },
      }),
  })
}

const payable = { status: 'pending', attempts: 2, action: { type: 'redirect' } }
const notPayable = { status: 'pending', attempts: 2, action: null }

test('while a correction waits for its confirmation, no other attempt starts', async () => {
  const shop = await open()
  await shop.act(1, { do: 'fail' })
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: true })
  await shop.silence()
  await shop.act(1, { do: 'correct' })
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: false, final: false })
  expect(await shop.start(1)).toBe('not_retryable')
  await shop.advance(600, 30)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'succeeded', attempts: 1 })
})

test('while the success of a replaced attempt waits for its confirmation, there is nothing to pay by', async () => {
  const shop = await open()
  await shop.start(1, true)
  expect(await shop.getCheckout(shop.id)).toMatchObject(payable)
  await shop.silence()
  await shop.act(1, { do: 'pay' })
  expect(await shop.getCheckout(shop.id)).toMatchObject(notPayable)
  await shop.advance(600, 30)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'succeeded', attempts: 2 })
})

test('a correction in another currency lets no other attempt start before an operator has decided it', async () => {
  const shop = await open()
  await shop.act(1, { do: 'fail' })
  shop.say({ currency: 'VND' })
  await shop.act(1, { do: 'correct' })
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: false })
  expect(await shop.start(1)).toBe('not_retryable')

  const decision = { attempt: 1, action: 'acknowledge', note: 'refunded' }
  await shop.post(`/admin/checkouts/${shop.id}/review`, decision, operator)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: true })
  expect(await shop.start(1)).toBe(2)
})

test('while the success of a replaced attempt is in another currency, there is nothing to pay by', async () => {
  const shop = await open()
  await shop.start(1, true)
  shop.say({ currency: 'VND' })
  await shop.act(1, { do: 'pay' })
  expect(await shop.getCheckout(shop.id)).toMatchObject(notPayable)
  expect(shop.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.needs_review', 'currency'],
  ])
  const decision = { attempt: 1, action: 'acknowledge', note: 'refunded' }
  await shop.post(`/admin/checkouts/${shop.id}/review`, decision, operator)
  expect(await shop.getCheckout(shop.id)).toMatchObject(payable)
})

test('a failure that lookups contradict lets no other attempt start before an operator has decided it', async () => {
  const shop = await open('form')
  await shop.act(1, { do: 'fail' })
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: true })
  shop.say({ status: 'Success' })
  await shop.advance(700, 50)
  expect(shop.events.map(({ type, review }) => [type, review])).toEqual([
    ['checkout.failed', null],
    ['checkout.needs_review', 'contradiction'],
  ])
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: false })
  expect(await shop.start(1)).toBe('not_retryable')

  const decision = { attempt: 1, action: 'acknowledge', note: 'it has failed' }
  await shop.post(`/admin/checkouts/${shop.id}/review`, decision, operator)
  expect(await shop.getCheckout(shop.id)).toMatchObject({ status: 'failed', retry: true })
})
