import { z } from 'zod'

/** What a process of the demo tells the one that started it. */
export const Report = z.union([z.object({ listening: z.url() }), z.object({ failed: z.string() })])
export type Report = z.infer<typeof Report>

/** What it is told: turn your clock. */
export const AdvanceCommand = z.object({ advance: z.number().nonnegative() })

export const report = (message: Report): void => {
  process.send?.(message)
}

/** Stops when asked to, and when the process that started this one is gone. */
export function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  // The terminal sends an interrupt to everyone; the front decides.
  process.on('SIGINT', () => undefined)
}
