import type { Clock } from './clock.ts'
import { messageOf } from './log.ts'
import type { Outage } from './outage.ts'

interface StoreOpenerOptions {
  open(): Promise<void>
  clock: Clock
  outage: Outage
  onOpen(): void
}

const retryDelayMs = 1000

/** Opens the store once; a failed attempt is repeated by a timer and by the next request. */
export function createStoreOpener({ open, clock, outage, onOpen }: StoreOpenerOptions) {
  let opening: Promise<void> | null = null
  let cancelRetry = (): void => undefined
  let isRetry = false
  let isStopped = false

  /** Resolves once the store is open; rejects if it cannot be opened now. */
  function ensureOpen(): Promise<void> {
    opening ??= open().then(opened, (error: unknown) => {
      opening = null
      // At the first failure a server that waits for the store may exit, and says so itself.
      if (isRetry) outage.failed(`the store could not be opened: ${messageOf(error)}`)
      isRetry = true
      cancelRetry()
      if (!isStopped) cancelRetry = clock.after(retryDelayMs, openInBackground)
      throw error
    })
    return opening
  }

  function opened(): void {
    outage.ended()
    onOpen()
  }

  // The failure is logged already.
  const openInBackground = (): void => void ensureOpen().catch(() => undefined)

  openInBackground()
  return {
    ensureOpen,
    /** No attempt follows the one under way. */
    stop(): void {
      isStopped = true
      cancelRetry()
    },
  }
}
