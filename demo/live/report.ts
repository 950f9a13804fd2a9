import { z } from 'zod'

export const Report = z.union([z.object({ listening: z.url() }), z.object({ failed: z.string() })])
export type Report = z.infer<typeof Report>

export const AdvanceCommand = z.object({ advance: z.number().nonnegative() })

export const report = (message: Report): void => {
  process.send?.(message)
}

/** Closes on SIGTERM, and when the parent process has exited. */
export function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  // The terminal sends SIGINT to all processes; the parent stops this one.
  process.on('SIGINT', () => undefined)
}
