import { afterEach, expect, test, vi } from 'vitest'
import { createLiveBackend } from '../../demo/backend/live.ts'
import type { BackendUpdate } from '../../demo/traffic/message.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that stays open while the demo is started again follows the new one', () => {
  vi.useFakeTimers()
  const sources: FakeEventSource[] = []
  class FakeEventSource extends EventTarget {
    static readonly CLOSED = 2
    readyState = 1
    constructor() {
      super()
      sources.push(this)
    }
  }
  vi.stubGlobal('EventSource', FakeEventSource)
  const updates: BackendUpdate[] = []
  createLiveBackend().subscribe((update) => updates.push(update))
  const [first] = sources
  // The browser connects again by itself.
  first?.dispatchEvent(new Event('error'))
  expect(updates).toEqual([{ type: 'server', up: false }])
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(1)
  // A response with 503: it does not.
  if (first) first.readyState = FakeEventSource.CLOSED
  first?.dispatchEvent(new Event('error'))
  vi.advanceTimersByTime(60_000)
  expect(sources).toHaveLength(2)
  const up = { type: 'server', up: true }
  sources[1]?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(up) }))
  expect(updates.at(-1)).toEqual(up)
})
