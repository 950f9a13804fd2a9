// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { expect, test, vi } from 'vitest'
import { type Polling, usePolling } from '../../src/console/polling.ts'
import { page } from './page.ts'

/** Shows a page that polls, and returns its polling. */
async function polled(load: () => Promise<string>): Promise<Polling<string> | null> {
  let polling: Polling<string> | null = null
  const Page = () => {
    polling = usePolling(load, 30)
    return <p>{polling.value.value}</p>
  }
  await act(() => render(<Page />, page))
  return polling
}

test('the response to an action stays, whatever a request that was sent before it returns', async () => {
  const { promise: earlier, resolve } = Promise.withResolvers<string>()
  const polling = await polled(() => earlier)
  await act(() => polling?.setValue('decided'))
  await act(async () => {
    resolve('open')
    await earlier
  })
  expect(page.textContent).toBe('decided')
})

test.each<[string, (polling: Polling<string> | null) => void]>([
  ['answered', (polling) => polling?.setValue('decided')],
  ['refused', (polling) => polling?.refresh()],
])('an action that is %s after its page was left starts no request', async (_, end) => {
  vi.useFakeTimers()
  const load = vi.fn(async () => 'open')
  const polling = await polled(load)
  await act(() => render(null, page))
  end(polling)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(load).toHaveBeenCalledOnce()
})
