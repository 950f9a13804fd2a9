import { expect, test } from 'vitest'
import { generateSealKey } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'

test('payment details of an unknown seal key are not shown, and the log says why', async () => {
  const shop = createHarness()
  const { id, action } = await shop.createCheckout('1042', 'transfer')
  expect(action).not.toBeNull()
  expect(shop.logs.filter(({ level }) => level === 'error')).toEqual([])
  shop.restart({ sealKey: generateSealKey() })
  expect(await shop.paypane.checkouts.view(id)).toMatchObject({ status: 'pending', action: null })
  expect(shop.logs.filter(({ level }) => level === 'error')).toEqual([
    {
      level: 'error',
      message: 'payment details cannot be decrypted: is their seal key missing?',
      checkout: id,
    },
  ])
})

test('a process that has shown one attempt shows the next one, which another process has started', async () => {
  const shop = createHarness()
  const { id } = await shop.createCheckout('1042', 'form')
  const first = shop.paypane
  expect((await first.checkouts.view(id)).action).toMatchObject({ type: 'redirect' })
  shop.restart()
  await shop.post(`/checkouts/${id}/attempts`, { method: 'form', after: 1, replace: true })
  const [, second] = shop.sandbox.orders()
  expect(second?.formUrl).toEqual(expect.any(String))
  expect((await first.checkouts.view(id)).action).toEqual({ type: 'redirect', url: second?.formUrl })
})
