import type { Project } from './project.ts'

// Each text is JavaScript and strict TypeScript at once, unless it takes types.

const imports = `import { createPaypane, signOrder } from 'paypane/server'
import { hostedPages } from 'paypane/server/html'
import { readAsset, readSettings, toNodeHandler } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'
`

const options = `  ...settings.options,
    service: createPaymentsClient({
      baseUrl: settings.PAYMENTS_BASE_URL,
      initUrl: settings.PAYMENTS_INIT_URL,
      tokenUrl: settings.PAYMENTS_TOKEN_URL,
    }),
    // PostgreSQL: postgresStore, of paypane/server/postgres.
    store: sqliteStore(settings.DATABASE_URL),
    basePath: '/pay',
    // Serves /pay/paypane.js and what it loads.
    assets: readAsset,
    // Where payers come back from a form; also the page of a pay link.
    pages: hostedPages({ name: 'My shop' }),
    order: (reference) => orders.get(reference) ?? null,
    // Ship here, not on the success in the browser. An event may come twice, with the same id.
    onEvent: (event) => console.log(event.type, event.ref),
`

const orders = `// The orders of your shop. The amount never comes from the browser.
const orders = new Map([['1042', { amount: '1250.00', currency: 'UAH' }]])
`

const shop = `${orders}
const settings = readSettings(process.env)
const paypane = createPaypane({
${options.replaceAll(/^ {2}(?! {0}\.)/gm, '')}})
const pay = toNodeHandler(paypane)

/** An order as its page gives it: signed, for an hour. Only for a visitor who may pay the order. */
const orderToken = () => signOrder({ order: '1042' }, settings.SHOP_SECRET ?? '')
`

/** The page where no front end has one. */
const page = `
const page = async () => \`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Order 1042</title>
<link rel="icon" href="data:,">
<script src="/pay/paypane.js" async></script>
<pay-pane endpoint="/pay" order="\${await orderToken()}"></pay-pane>
\`
`

/** What a request gets beside `/pay`: its page, or the signed order for the page of a front end. */
interface Answer {
  path: string
  type: string
  body: string
}

const end = `
console.log(\`Starting on http://\${settings.HOST}:\${settings.PORT}\`)

// Long polls are answered, work in progress is finished, and the store is closed.
process.once('SIGTERM', async () => {
  await paypane.close()
  process.exit()
})
`

const servers: Record<
  Exclude<Project['server'], 'next'>,
  (answer: Answer) => [head: string, body: string]
> = {
  node: ({ path, type, body }) => [
    "import { createServer } from 'node:http'\n",
    `createServer(async (request, response) => {
  const { url = '/' } = request
  if (/^\\/(pay|return)\\//.test(url)) return pay(request, response)
  if (url !== '${path}') return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': '${type}', 'cache-control': 'private, no-store' })
  response.end(await ${body})
}).listen(settings.PORT, settings.HOST)
`,
  ],
  express: ({ path, type, body }) => [
    "import express from 'express'\n",
    `const app = express()
// Before express.json(): the signature of a callback covers the raw text.
app.use(['/pay', '/return'], pay)
app.get('${path}', async (_request, response) => {
  response.set('cache-control', 'private, no-store').type('${type}').send(await ${body})
})
app.listen(settings.PORT, settings.HOST)
`,
  ],
  fastify: ({ path, type, body }) => [
    "import fastify from 'fastify'\n",
    `const app = fastify()
app.register(async (scope) => {
  // Paypane reads the raw body: the signature of a callback covers it.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const path of ['/pay/*', '/return/*'])
    scope.all(path, (request, reply) => {
      reply.hijack()
      return pay(request.raw, reply.raw)
    })
})
app.get('${path}', async (_request, reply) => {
  reply.type('${type}').header('cache-control', 'private, no-store')
  return await ${body}
})
await app.listen({ port: settings.PORT, host: settings.HOST })
`,
  ],
  hono: ({ path, type, body }) => [
    "import { serve } from '@hono/node-server'\nimport { getConnInfo } from '@hono/node-server/conninfo'\nimport { Hono } from 'hono'\n",
    `const app = new Hono()
app.on('ALL', ['/pay/*', '/return/*'], (c) => paypane.fetch(c.req.raw, getConnInfo(c).remote))
app.get('${path}', async (c) =>
  c.body(await ${body}, 200, { 'content-type': '${type}', 'cache-control': 'private, no-store' }),
)
serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST })
`,
  ],
}

/** One file with the shop's server, which runs by itself. */
export function serverFile({ server, page: frontEnd }: Project): string {
  if (server === 'next') throw new TypeError('Next.js has no server file.')
  const [head, body] = servers[server](
    frontEnd === null
      ? { path: '/', type: 'text/html; charset=utf-8', body: 'page()' }
      : { path: '/order-token', type: 'text/plain', body: 'orderToken()' },
  )
  const isHono = server === 'hono'
  const used = isHono ? imports.replace(', toNodeHandler', '') : imports
  const mounted = isHono ? shop.replace('const pay = toNodeHandler(paypane)\n', '') : shop
  return [head + used, mounted + (frontEnd === null ? page : ''), body + end].join('\n')
}

/** Paypane for Next.js, which has no file that runs once at the start. */
export const nextServerFile = (
  t: (types: string) => string,
): string => `import { createPaypane, signOrder${t(', type PaypaneServer')} } from 'paypane/server'
import { hostedPages } from 'paypane/server/html'
import { readAsset, readSettings } from 'paypane/server/node'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'

${orders}
function openPaypane() {
  const settings = readSettings(process.env)
  return createPaypane({
${options.replace(/^ {2}/, '    ')}  })
}

const opened${t(': { paypane?: PaypaneServer }')} = Object(globalThis)
// In development this module runs again after each edit: the server of the old code is closed.
if (process.env.NODE_ENV === 'development') {
  void opened.paypane?.close()
  delete opened.paypane
}

/** Opened on the first request, so that a build needs no keys and no database, and once for all bundles. */
export const paypane = () => (opened.paypane ??= openPaypane())

/** An order as its page gives it: signed, for an hour. Only for a visitor who may pay the order. */
export const orderToken = () => signOrder({ order: '1042' }, readSettings(process.env).SHOP_SECRET ?? '')
`
