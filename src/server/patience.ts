import type { Kit } from './kit.ts'

/** How long a request waits for the service's answer to a create before it answers without. */
const patienceMs = 3000

/** The work's result, or null when it takes longer than a request waits; it goes on by itself then. */
export async function patient<T>(kit: Kit, work: Promise<T>): Promise<T | null> {
  const tracked = kit.track(work)
  let stop = (): void => undefined
  const patience = new Promise<null>((resolve) => {
    stop = kit.clock.after(patienceMs, () => resolve(null))
  })
  try {
    return await Promise.race([tracked, patience])
  } finally {
    stop()
  }
}
