import type { PaypaneServer } from 'paypane/server'

const downtimeMs = 4000

/** A merchant server inside the page that can be stopped in the middle of its work, and comes back with its store. */
export function createRestartable(start: () => PaypaneServer, onStatusChange: (up: boolean) => void) {
  let connections = new AbortController()
  let current: PaypaneServer | null = start()
  return {
    /** Rejects while it is down, and when it is killed before it has responded. */
    async fetch(request: Request): Promise<Response> {
      if (current === null) throw new TypeError('The server is down.')
      return await untilAborted(current.fetch(request), connections.signal)
    },
    kill() {
      if (current === null) return
      void current.close()
      current = null
      connections.abort()
      onStatusChange(false)
      setTimeout(() => {
        connections = new AbortController()
        current = start()
        onStatusChange(true)
      }, downtimeMs)
    },
  }
}

/** Rejects when the signal is aborted first. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new TypeError('The connection ended.'))
    signal.addEventListener('abort', end)
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
