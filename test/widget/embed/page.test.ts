// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { pageEnvironment } from '../../../src/widget/embed/page.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What the widget receives of an event of the page. */
function received(event: Event): string[] {
  const changes: string[] = []
  const stop = pageEnvironment(fetch).watchPage((change) => changes.push(change))
  document.dispatchEvent(event)
  stop()
  document.dispatchEvent(event)
  return changes
}

/** With `bubbles`, as if it were dispatched at the window, which receives it last. */
const event = (type: string, more: object = {}) => Object.assign(new Event(type, { bubbles: true }), more)

test.each([
  ['the payer comes back from another window', event('focus'), ['return']],
  ['the page is visible again', event('visibilitychange'), ['return']],
  ['the device is online again', event('online'), ['return']],
  ['the page is restored from the bfcache', event('pageshow', { persisted: true }), ['return']],
  ['the page was loaded', event('pageshow', { persisted: false }), []],
  ['the device is offline', event('offline'), ['offline']],
  ['the payer leaves', event('pagehide', { persisted: true }), ['leave']],
])('%s', (_, event, changes) => {
  expect(received(event)).toEqual(changes)
})

// Such as the expiry of an order that can be paid for a month, or a `pollAfter` of another server.
test('a timer that is longer than browsers support does not run at once', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  pageEnvironment(fetch).setTimer(2 ** 31, run)
  vi.advanceTimersByTime(23 * 86_400_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(86_400_000)
  expect(run).toHaveBeenCalledOnce()
})

test.each(['visibilitychange', 'focus', 'online'])('%s of a hidden page is no return', (type) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  expect(received(event(type))).toEqual([])
})
