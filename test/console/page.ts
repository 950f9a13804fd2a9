import { render } from 'preact'
import { afterEach, vi } from 'vitest'

/** What a test renders into. It is empty after each, and the clock and `fetch` are real again. */
export const page = document.body
afterEach(() => {
  render(null, page)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
