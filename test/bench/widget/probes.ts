import type { Page } from 'playwright-core'

/** When a probe first succeeded: milliseconds since navigation, and the time of day. */
export interface ProbeTiming {
  sinceNavigation: number
  at: number
}

/** Runs the probes once per frame from the start of the page. The result resolves when the probe has succeeded and is painted. */
export async function watchProbes<Name extends string>(
  page: Page,
  probes: Readonly<Record<Name, () => boolean>>,
): Promise<(name: Name) => Promise<ProbeTiming>> {
  const functions = Object.entries(probes).map(([name, milestone]) => `${JSON.stringify(name)}: ${milestone}`)
  await page.addInitScript(`(${observe})({ ${functions.join(', ')} })`)
  return (name) =>
    page.evaluate(async (requested): Promise<ProbeTiming> => Reflect.get(window, 'seen')[requested], name)
}

/** Runs in the page. */
function observe(probes: Record<string, () => boolean>): void {
  const reached: Record<string, Promise<ProbeTiming>> = {}
  for (const [name, isThere] of Object.entries(probes)) {
    reached[name] = new Promise((resolve) => {
      const onFrame = () => {
        if (!isThere()) return requestAnimationFrame(onFrame)
        // The next task after the frame, before other work of the page.
        return scheduler.postTask(
          () => {
            const sinceNavigation = performance.now()
            resolve({ sinceNavigation, at: performance.timeOrigin + sinceNavigation })
          },
          { priority: 'user-blocking' },
        )
      }
      requestAnimationFrame(onFrame)
    })
  }
  Reflect.set(window, 'seen', reached)
}
