import type * as preact from 'preact'
import { expect, vi } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { view } from '../core/fake-page.ts'

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
