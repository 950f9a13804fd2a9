import type { Page } from 'playwright-core'

/** When something was first seen on the page, in milliseconds since the navigation, and by the clock. */
export interface Seen {
  sinceNavigation: number
  at: number
}

/**
 * Looks once a frame, from the page's first moment. What is found in a frame counts once that frame is on the screen.
 * The answer waits until everything asked for was seen.
 */
export async function watch<Name extends string>(
  page: Page,
  sights: Readonly<Record<Name, () => boolean>>,
): Promise<(name: Name) => Promise<Seen>> {
  const functions = Object.entries(sights).map(([name, sight]) => `${JSON.stringify(name)}: ${sight}`)
  await page.addInitScript(`(${look})({ ${functions.join(', ')} })`)
  return (name) => page.evaluate(async (wanted): Promise<Seen> => Reflect.get(window, 'seen')[wanted], name)
}

/** Runs in the page. */
function look(sights: Record<string, () => boolean>): void {
  const seen: Record<string, Promise<Seen>> = {}
  for (const [name, isThere] of Object.entries(sights)) {
    seen[name] = new Promise((resolve) => {
      const onFrame = () => {
        if (!isThere()) return requestAnimationFrame(onFrame)
        return setTimeout(() => {
          const sinceNavigation = performance.now()
          resolve({ sinceNavigation, at: performance.timeOrigin + sinceNavigation })
        })
      }
      requestAnimationFrame(onFrame)
    })
  }
  Reflect.set(window, 'seen', seen)
}
