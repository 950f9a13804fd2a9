import type { ClientBase } from 'pg'

export interface ListeningConnection {
  client: ClientBase
  close(): Promise<void>
}

interface ListenerOptions {
  /** Where processes notify each other of changed entries. */
  channel: string
  connect(): Promise<ListeningConnection>
  onNotification(entryId: string): void
}

const minDelayMs = 100
const maxDelayMs = 10_000

/**
 * Listens on a connection of its own, and reconnects with growing pauses when it breaks. Notifications sent
 * meanwhile are lost: they are only hints, and long polls also read the store from time to time.
 */
export function createListener({ channel, connect: openConnection, onNotification }: ListenerOptions) {
  let current: ListeningConnection | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = minDelayMs
  let state: 'idle' | 'listening' | 'stopped' = 'idle'

  async function connect(): Promise<void> {
    let fresh: ListeningConnection | null = null
    try {
      fresh = await openConnection()
      const { client } = fresh
      if (state === 'stopped') return await fresh.close()
      current = fresh
      client.on('notification', ({ payload }) => onNotification(payload ?? ''))
      // The end follows every error; there the next try is set up.
      client.on('error', () => undefined)
      client.on('end', () => current?.client === client && reconnect())
      await client.query(`LISTEN "${channel}"`)
      delayMs = minDelayMs
    } catch {
      // Not reached now: operations say so where it matters. Another try follows.
      if (current === fresh) reconnect()
    }
  }

  function reconnect(): void {
    void current?.close().catch(() => undefined)
    current = null
    if (state === 'stopped') return
    timer = setTimeout(() => void connect(), delayMs)
    timer.unref()
    delayMs = Math.min(maxDelayMs, 2 * delayMs)
  }

  return {
    start(): void {
      if (state !== 'idle') return
      state = 'listening'
      void connect()
    },
    async stop(): Promise<void> {
      state = 'stopped'
      clearTimeout(timer)
      const open = current
      current = null
      await open?.close()
    },
  }
}
