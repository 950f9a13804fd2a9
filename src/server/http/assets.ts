import { Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { z } from 'zod'
import { sha256Hex } from '../../service/signature.ts'
import { type Log, messageOf } from '../lib/log.ts'
import { ProblemError, problemResponse } from '../lib/problem.ts'
import type { Asset, ReadAsset } from '../pages.ts'
import type { Env } from './env.ts'
import { etagMatches } from './etag.ts'
import type { Routes } from './route.ts'

/** A build of the package: the hash of all files, and of each by its name. */
interface Build {
  hash: string
  integrity: ReadonlyMap<string, string>
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
}

const file = {
  method: 'get',
  responses: {
    200: ['The file', { 'text/javascript': { type: 'string' }, 'application/json': {} }],
    304: 'The file has not changed',
  },
  problems: ['not_found'],
} as const

/** The routes of the widget's files; what a script loads beside itself is found from its own address. */
export const fileRoutes = {
  readScript: {
    ...file,
    path: '/paypane.js',
    summary: 'The script of the widget, revalidated at each use',
  },
  readAsset: {
    ...file,
    path: '/assets/:hash/:name{.+}',
    summary: 'A file of one build, cached permanently',
    params: { hash: 'The hash of the build', name: '`paypane.js`, `locales/uk.json` …' },
  },
} as const satisfies Routes

/** Any page may load the files, with `crossorigin` and `integrity`: they are the same for everyone. */
const fileHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
}

/**
 * Serves the widget's files: `/paypane.js` and what it loads beside it, revalidated at each use, and the same below
 * `/assets/{hash}`, cached permanently. `publicPath`: the path of the routes in public addresses.
 */
export function createAssets(read: ReadAsset | undefined, publicPath: string, log: Log) {
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let build: Promise<Build> | null = null
  let warned = false
  const currentBuild = (): Promise<Build> => {
    build ??= readBuild(read).catch((error: unknown) => {
      build = null
      if (!warned) log({ level: 'warn', message: messageOf(error) })
      warned = true
      throw error
    })
    return build
  }
  /** Reads a file of the build once; the package does not change while the process runs. */
  function content(name: string, encoding: Encoding | null): Promise<Uint8Array<ArrayBuffer>> {
    const key = `${name} ${encoding}`
    const file = files.get(key) ?? readEncoded(read, name, encoding)
    files.set(key, file)
    file.catch(() => files.delete(key))
    return file
  }

  async function respond(request: Request, name: string, hash?: string): Promise<Response> {
    const current = await currentBuild()
    const integrity = current.integrity.get(name)
    if (integrity === undefined || (hash ?? current.hash) !== current.hash)
      throw new ProblemError('not_found')
    const etag = `W/"${integrity}"`
    const headers = {
      ...fileHeaders,
      etag,
      'cache-control': hash === undefined ? 'no-cache' : 'public, max-age=31536000, immutable',
    }
    if (etagMatches(request.headers.get('if-none-match') ?? '', etag))
      return new Response(null, { status: 304, headers })
    const encoding = keepsEncoding(request)
      ? acceptedEncoding(request.headers.get('accept-encoding') ?? '')
      : null
    return new Response(await content(name, encoding), {
      headers: {
        ...headers,
        'content-type': types[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
        ...(encoding && { 'content-encoding': encoding }),
      },
    })
  }

  const routes = new Hono<Env>()
  routes.get(fileRoutes.readScript.path, (c) => respond(c.req.raw, 'paypane.js'))
  routes.get('/:file{paypane-[\\w-]+\\.js}', (c) => respond(c.req.raw, c.req.param('file')))
  routes.get('/locales/:file', (c) => respond(c.req.raw, `locales/${c.req.param('file')}`))
  routes.get(fileRoutes.readAsset.path, (c) => respond(c.req.raw, c.req.param('name'), c.req.param('hash')))
  routes.onError((error, c) =>
    problemResponse(
      error instanceof ProblemError ? error : new ProblemError('unavailable', messageOf(error)),
      c.var.requestId,
    ),
  )

  return {
    /** The file's own path and hash. Rejects for an unknown file, or if the files were not found. */
    async asset(name: string): Promise<Asset> {
      const { hash, integrity } = await currentBuild()
      const found = integrity.get(name)
      if (found === undefined) throw new TypeError(`The package has no file ${name} for browsers.`)
      return { path: `${publicPath}/assets/${hash}/${name}`, integrity: found }
    },
    routes,
  }
}

async function readBuild(read: ReadAsset | undefined): Promise<Build> {
  const text = new TextDecoder().decode(await readFile(read, 'integrity.json'))
  const integrity = z.record(z.string(), z.string()).parse(JSON.parse(text))
  return { hash: sha256Hex(text).slice(0, 16), integrity: new Map(Object.entries(integrity)) }
}

async function readFile(read: ReadAsset | undefined, name: string): Promise<Uint8Array<ArrayBuffer>> {
  if (read === undefined)
    throw new ProblemError(
      'not_found',
      "Paypane serves its files with the option assets: readAsset, from 'paypane/server/node'.",
    )
  return await read(name).catch(() => {
    throw new ProblemError(
      'unavailable',
      'The files of the widget were not found. A bundled server needs the package installed beside it; a clone of Paypane needs npm run build.',
    )
  })
}

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** Brotli is the reader's, since no web standard has it yet. */
async function readEncoded(
  read: ReadAsset | undefined,
  name: string,
  encoding: Encoding | null,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding !== 'gzip') return await readFile(read, encoding === null ? name : `${name}.br`)
  const file = new Blob([await readFile(read, name)])
  const gzip = file.stream().pipeThrough(new CompressionStream('gzip'))
  // Hono's server for Node replaces `Response` by one without `bytes()`.
  return new Uint8Array(await new Response(gzip).arrayBuffer())
}

/** Next.js sends the body of a route handler without its `Content-Encoding`, and no browser can read that. */
const keepsEncoding = (request: Request): boolean => !('nextUrl' in request)

/** Of `Accept-Encoding`: the rest is ignored, since no browser sends as much. */
const maxLength = 256

/** The smallest encoding that the client accepts; null if it accepts none. */
function acceptedEncoding(header: string): Encoding | null {
  const accepted = parseAccept(header.slice(0, maxLength).toLowerCase())
  return encodings.find((name) => accepted.some(({ type, q }) => type === name && q > 0)) ?? null
}
