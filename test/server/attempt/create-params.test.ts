import { expect, test } from 'vitest'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { createHarness, type Harness } from '../harness.ts'

/** What the service received of the first order, and the shop. */
async function sentFor(options: Partial<PaypaneOptions>): Promise<{ body: object | null; shop: Harness }> {
  const shop = createHarness({ paypane: options })
  const { service } = shop
  let body: object | null = null
  shop.restart({
    service: {
      ...service,
      createDeposit(pipeline, text) {
        body = JSON.parse(String(text))
        return service.createDeposit(pipeline, text)
      },
    },
  })
  await shop.post('/checkouts', { order: '1042', method: 'transfer' })
  return { body, shop }
}

test('the callback URL names the pipeline and the order', async () => {
  const { body, shop } = await sentFor({})
  const id = shop.sandbox.orders()[0]?.externalTransactionId
  expect(body).toMatchObject({
    externalTransactionId: id,
    callbackUrl: `http://127.0.0.1:8787/pay/callbacks/p2p/${id}`,
  })
})

test('the name of a pipeline may be any text', async () => {
  const key = 'a-key'
  const pipelines = { 'p2p/UAH ü': { profile: 'p2p' as const, key, privateKey: 'a private key' } }
  const { body } = await sentFor({ pipelines })
  expect(body).toMatchObject({
    callbackUrl: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:8787\/pay\/callbacks\/p2p%2FUAH%20%C3%BC\/[\w-]+$/,
    ),
  })
})

test('a callback URL that is configured at the service is not sent', async () => {
  const { body } = await sentFor({ callbacks: 'static' })
  expect(body).toHaveProperty('externalTransactionId')
  expect(body).not.toHaveProperty('callbackUrl')
})

test.each([['shop-1_'], ['x'.repeat(32)], ['']])('%o may be a prefix', async (prefix) => {
  const { shop } = await sentFor({ transactionIdPrefix: () => prefix })
  const id = shop.sandbox.orders()[0]?.externalTransactionId
  expect(id?.slice(0, prefix.length)).toBe(prefix)
  expect(id?.slice(prefix.length)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test.each([['x'.repeat(33)], ['a b'], ['ü'], ['shop/']])(
  '%o is no prefix: nothing is sent',
  async (prefix) => {
    const { body, shop } = await sentFor({ transactionIdPrefix: () => prefix })
    expect(body).toBeNull()
    expect(JSON.stringify(shop.logs)).toContain(
      String.raw`transactionIdPrefix() returned something else than at most 32 letters, digits, \"-\" and \"_\".`,
    )
  },
)
