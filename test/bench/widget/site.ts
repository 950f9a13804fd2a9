import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { listenOnLoopback } from '../../support/loopback.ts'

/** Serves the benchmark's pages on loopback, gzipped and uncached. */
export interface Site {
  url: string
  /** Adds a file and returns its URL. */
  put(path: string, type: string, text: string): string
  /** The number of requests with a path prefix. */
  requestCount(prefix: string): number
  close(): Promise<void>
}

/** `proxies` handle the requests with their prefixes. */
export async function openSite(proxies: Readonly<Record<string, RequestListener>>): Promise<Site> {
  const files = new Map<string, { type: string; body: Buffer }>()
  const paths: string[] = []
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const path = request.url ?? '/'
    paths.push(path)
    const [, listener] = Object.entries(proxies).find(([prefix]) => path.startsWith(prefix)) ?? []
    if (listener) return listener(request, response)
    response.setHeader('cache-control', 'no-store')
    const file = files.get(path)
    if (!file) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    return response
      .writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'content-encoding': 'gzip' })
      .end(file.body)
  })
  const url = await listenOnLoopback(server)
  return {
    url,
    put(path, type, text) {
      files.set(path, { type, body: gzipSync(text, { level: 9 }) })
      return url + path
    },
    requestCount: (prefix) => paths.filter((path) => path.startsWith(prefix)).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
