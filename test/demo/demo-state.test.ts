import { expect, test, vi } from 'vitest'
import { controlOrder } from '../../demo/app/controls.ts'
import { createDemo } from '../../demo/app/demo-state.ts'
import { defaults } from '../../demo/app/settings.ts'
import { createInPageBackend } from '../../demo/backend/in-page.ts'
import type { CheckoutView } from '../../src/contract/view.ts'

test.each([
  ['transfer', true],
  ['form', false],
] as const)('a %s that has failed is watched: %s', async (method, isWatched) => {
  const backend = createInPageBackend()
  const interval = vi.spyOn(globalThis, 'setInterval').mockReturnThis()
  const demo = createDemo(backend)
  interval.mockRestore()
  const settings = { ...defaults, method }
  await demo.newOrder(settings)
  const response = await backend.fetch(`${backend.endpoint}/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: demo.state.order, method }),
  })
  const view: CheckoutView = await response.json()
  demo.updateView(view)
  await controlOrder({ backend, demo, settings }, { do: 'fail' })
  const failed = ({ events }: typeof demo.state) => events.find(({ type }) => type === 'checkout.failed')
  await demo.waitUntil((state) => failed(state) !== undefined)
  expect(failed(demo.state)?.isWatched).toBe(isWatched)
})
