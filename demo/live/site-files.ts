import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { Handler } from 'hono'
import { notFoundPage } from '../docs/not-found.ts'

/** The output folder of `vite build --mode demo`, or `DEMO_SITE`. */
const siteDir = process.env['DEMO_SITE'] ?? join(import.meta.dirname, '../dist')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.py': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}
const headers = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Serves the demo's built files, read at the start. */
export function siteFiles(): Handler {
  const files = new Map(
    readdirSync(siteDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [
        `/${relative(siteDir, file)}`,
        { body: readFileSync(file), type: types[extname(file)] },
      ]),
  )
  const index = files.get('/index.html')
  // The same page with the live backend.
  if (index)
    files.set('/', {
      ...index,
      body: Buffer.from(index.body.toString().replace('data-backend="in-page"', 'data-backend="live"')),
    })
  return (c) => {
    const asset = files.get(c.req.path) ?? files.get(`${c.req.path}index.html`)
    if (!asset) return c.html(notFoundPage('/'), 404, headers)
    return c.body(asset.body, 200, { ...headers, 'content-type': asset.type ?? 'application/octet-stream' })
  }
}
