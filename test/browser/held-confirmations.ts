import type { BrowserContext, Page } from 'playwright-core'

/**
 * Holds the timers that end "Copied" in the pages of a context until `endConfirmations`: they take seconds, and on a slow
 * machine one could end before the test has seen it, or end the announcement of the next.
 * @param heldMs The time of these timers. Default: that of the widget.
 */
export const holdConfirmations = (context: BrowserContext, heldMs = 2500) =>
  context.addInitScript((heldMs) => {
    const { setTimeout, clearTimeout } = window
    const held = new Map<number, () => void>()
    Reflect.set(window, 'setTimeout', (run: () => void, ms = 0) => {
      if (ms !== heldMs) return setTimeout(run, ms)
      const timer = setTimeout(() => undefined, 0)
      held.set(timer, run)
      return timer
    })
    Reflect.set(window, 'clearTimeout', (timer: number) => {
      held.delete(timer)
      clearTimeout(timer)
    })
    Reflect.set(window, 'endConfirmations', () => {
      for (const run of held.values()) run()
      held.clear()
    })
  }, heldMs)

export const endConfirmations = (page: Page): Promise<void> =>
  page.evaluate(() => Reflect.get(window, 'endConfirmations')())
