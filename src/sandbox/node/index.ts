/**
 * The sandbox on a port of this machine.
 * @module
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ConnectionBrokenError } from '../faults.ts'
import type { Sandbox } from '../sandbox.ts'

/** A sandbox that listens. */
export interface RunningSandbox {
  /** `http://127.0.0.1:4010`, without a closing slash. */
  url: string
  /** Finishes what is in hand, then stops. */
  close(): Promise<void>
}

/** One request, as it was answered. */
export interface RequestLogEntry {
  method: string
  /** Without its query, which may hold the token of a payment page. */
  path: string
  status: number | 'connection broken'
  /** Why the connection broke, where no fault asked for it. */
  error?: string
}

/** Where to listen. */
export interface ListenOptions {
  /** 4010. 0 takes any free port. */
  port?: number
  /** A loopback address: whoever reaches the sandbox holds its levers. 127.0.0.1. */
  host?: string
  /** Told of every request when it is answered, or its connection broken. */
  onResponse?: (entry: RequestLogEntry) => void
}

const maxBodyBytes = 256 * 1024

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBodyBytes) return null
    chunks.push(bytes)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request | null> {
  const method = incoming.method ?? 'GET'
  const body = await readBody(incoming)
  if (!body) return null
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const url = new URL(incoming.url ?? '/', origin)
  return new Request(url, { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) })
}

async function writeResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/**
 * Puts a sandbox on a port of this machine.
 * @throws the system's own error where it cannot listen there, such as `EADDRINUSE`.
 * @example
 * import { createSandbox } from 'paypane/sandbox'
 *
 * const { url, close } = await listen(createSandbox(), { port: 0 })
 */
export async function listen(sandbox: Sandbox, options: ListenOptions = {}): Promise<RunningSandbox> {
  const { port = 4010, host = '127.0.0.1', onResponse } = options
  let closing = false

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const entry = { method: incoming.method ?? '', path }
    try {
      const request = await toRequest(incoming, `http://${incoming.headers.host ?? 'localhost'}`)
      const response = request
        ? await sandbox.handle(request, { address: incoming.socket.remoteAddress ?? '' })
        : new Response(null, { status: 413, headers: { connection: 'close' } })
      // A connection that is kept alive would keep a stopping listener waiting.
      if (closing) outgoing.setHeader('connection', 'close')
      await writeResponse(response, outgoing)
      onResponse?.({ ...entry, status: response.status })
    } catch (error) {
      incoming.socket.resetAndDestroy()
      const broken = { ...entry, status: 'connection broken' as const }
      // What no fault asked for: a request that broke off or cannot be read, or a mistake of ours.
      onResponse?.(error instanceof ConnectionBrokenError ? broken : { ...broken, error: String(error) })
    }
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      closing = true
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
      await sandbox.close()
    },
  }
}
