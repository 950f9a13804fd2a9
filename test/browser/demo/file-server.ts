import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { listenOnLoopback } from '../../support/loopback.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A static file server for a folder below a base path. */
export async function serveFiles(
  folder: string,
  basePath: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const path = pathname.startsWith(basePath) ? normalize(pathname.slice(basePath.length)) : '..'
    const file = join(folder, path === '' || path === '.' ? 'index.html' : path)
    if (path.startsWith('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  const url = await listenOnLoopback(server)
  return {
    url: url + basePath,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
