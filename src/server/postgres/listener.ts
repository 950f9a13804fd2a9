import { Client, type ClientConfig } from 'pg'

/** The channel on which processes notify each other of changed entries. */
export const channel = 'paypane_changed'

export interface Listener {
  start(): void
  stop(): Promise<void>
}

const minDelayMs = 100
const maxDelayMs = 10_000

/**
 * Listens on a connection of its own, and comes back with growing pauses when it breaks. What is said meanwhile is
 * missed: it is only a hint, and long polls also read the store now and then.
 */
export function createListener(config: ClientConfig, onNotification: (entryId: string) => void): Listener {
  let client: Client | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = minDelayMs
  let state: 'idle' | 'listening' | 'stopped' = 'idle'

  async function connect(): Promise<void> {
    const fresh = new Client(config)
    client = fresh
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''))
    // The end follows every error; there the next try is set up.
    fresh.on('error', () => undefined)
    fresh.on('end', () => reconnect(fresh))
    try {
      await fresh.connect()
      await fresh.query(`LISTEN ${channel}`)
      delayMs = minDelayMs
    } catch {
      // Not reached now: operations say so where it matters. Another try follows.
      reconnect(fresh)
    }
  }

  function reconnect(broken: Client): void {
    if (client !== broken) return
    client = null
    void broken.end()
    if (state === 'stopped') return
    timer = setTimeout(() => void connect(), delayMs)
    timer.unref()
    delayMs = Math.min(maxDelayMs, 2 * delayMs)
  }

  return {
    start() {
      if (state !== 'idle') return
      state = 'listening'
      void connect()
    },
    async stop() {
      state = 'stopped'
      clearTimeout(timer)
      const open = client
      client = null
      await open?.end()
    },
  }
}
