import type { PaypaneHandle } from 'paypane'
import type * as preact from 'preact'
import { expect, vi } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { validView, view } from '../core/fake-page.ts'

/** Renders, updates and unmounts the widget as a component of a Preact app. */
export async function expectRendersInHost({ h, render }: Pick<typeof preact, 'h' | 'render'>): Promise<void> {
  const { Paypane } = await import('paypane')
  const container = document.createElement('main')
  document.body.append(container)
  const onReady = vi.fn()
  const fetch: typeof globalThis.fetch = async (_, init) =>
    init?.method === 'POST' ? new Response(JSON.stringify(view())) : new Promise<Response>(() => undefined)
  const heading = () =>
    container.firstElementChild?.firstElementChild?.shadowRoot?.querySelector('h2')?.textContent
  render(h(Paypane, { endpoint: '/pay', order: '1042', fetch, onReady }), container)
  await waitFor(() => expect(heading()).toContain('Waiting for confirmation'))
  expect(onReady).toHaveBeenCalledOnce()
  render(
    h(Paypane, { endpoint: '/pay', order: '1042', fetch, onReady, messages: { pending: 'Moment, please' } }),
    container,
  )
  await waitFor(() => expect(heading()).toContain('Moment, please'))
  render(null, container)
  expect(container.innerHTML).toBe('')
}

/** A `ref` receives the handle while the component is rendered, whether it is an object or a function. */
export async function expectRefInHost({
  createRef,
  h,
  render,
}: Pick<typeof preact, 'createRef' | 'h' | 'render'>): Promise<void> {
  const { Paypane } = await import('paypane')
  const container = document.createElement('main')
  document.body.append(container)
  const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => undefined))
  const props = { endpoint: '/pay', checkout: 'co_1', initialView: validView(), fetch }
  const first = createRef<PaypaneHandle>()
  render(h(Paypane, { ref: first, ...props }), container)
  expect(first.current?.view?.order).toBe('1042')
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  first.current?.refresh()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2))
  const second = vi.fn<(handle: PaypaneHandle | null) => void>()
  render(h(Paypane, { ref: second, ...props }), container)
  expect(first.current).toBeNull()
  expect(second.mock.lastCall?.[0]?.view?.order).toBe('1042')
  render(null, container)
  expect(second).toHaveBeenLastCalledWith(null)
}
