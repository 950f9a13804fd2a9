import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'

const files: Record<string, string> = {
  'paypane.js': 'the script',
  'paypane-qr.js': 'the encoder',
  'locales/uk.json': '{"pay":"Сплатити"}',
}
const integrity = Object.fromEntries(Object.keys(files).map((name) => [name, `sha384-${btoa(name)}`]))

/** A server with the widget's files, as a build writes them. */
function createServer(added: Record<string, string> = {}): Harness {
  const build: Record<string, string> = { ...files, ...added, 'integrity.json': JSON.stringify(integrity) }
  const assets = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const text = build[name.replace(/\.br$/, '')]
    if (text === undefined) throw new Error('There is no such file.')
    return new TextEncoder().encode(name.endsWith('.br') ? `brotli of ${text}` : text)
  }
  return createHarness({ paypane: { assets, allowedOrigins: ['https://shop.example'] } })
}

test.each([
  ['/paypane.js', 'text/javascript; charset=utf-8'],
  ['/paypane-qr.js', 'text/javascript; charset=utf-8'],
  ['/locales/uk.json', 'application/json'],
])('%s is revalidated at each use', async (path, type) => {
  const shop = createServer()
  const response = await shop.get(path, { origin: 'https://any.example' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  expect(await response.text()).toBe(files[path.slice(1)])
  const again = await shop.get(path, { 'if-none-match': response.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await shop.get(path, { 'if-none-match': '"another"' })).status).toBe(200)
})

test('a hashed address is cached permanently, and files load each other beside it', async () => {
  const shop = createServer()
  const { path, integrity: hash } = await shop.paypane.asset('paypane.js')
  expect(hash).toBe(integrity['paypane.js'])
  const script = new URL(path, 'https://shop.example')
  for (const name of Object.keys(files)) {
    const { pathname } = new URL(name, script)
    expect((await shop.paypane.asset(name)).path).toBe(pathname)
    const response = await shop.paypane.fetch(new Request(`https://shop.example${pathname}`))
    expect(await response.text()).toBe(files[name])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  await expect(shop.paypane.asset('integrity.json')).rejects.toThrow('no file integrity.json')
})

test('a hashed address contains the path of the public URL', async () => {
  const shop = createServer()
  shop.restart({ publicUrl: 'https://shop.example/shop/', allowPlainOrders: true })
  expect((await shop.paypane.asset('paypane.js')).path).toMatch(
    /^\/shop\/pay\/assets\/[0-9a-f]{16}\/paypane\.js$/,
  )
})

test('an address of another build, or of another file, is not found', async () => {
  const shop = createServer({ 'console.js': 'the console' })
  const { path } = await shop.paypane.asset('paypane.js')
  const folder = path.replace('/pay', '').replace('/paypane.js', '')
  for (const other of ['/assets/0123456789abcdef/paypane.js', '/locales/tlh.json', `${folder}/console.js`]) {
    const response = await shop.get(other)
    expect([other, response.status]).toEqual([other, 404])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  }
  expect((await shop.post('/paypane.js', {})).status).toBe(405)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, GZIP;q=0.5', 'gzip'],
  ['br;q=0.0', null],
  ['identity', null],
  // Of a list that no browser sends, the beginning counts.
  [`${'a,'.repeat(128)}br`, null],
])('Accept-Encoding %s gives %s', async (accept, encoding) => {
  const response = await createServer().get('/paypane.js', { 'accept-encoding': accept })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  const body = Buffer.from(await response.arrayBuffer())
  const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString()
  expect(text).toBe(encoding === 'br' ? 'brotli of the script' : 'the script')
})

test('a request of Next.js, which drops the encoding of a response, is answered without one', async () => {
  const request = new Request('http://127.0.0.1:8787/pay/paypane.js', {
    headers: { 'accept-encoding': 'gzip, br' },
  })
  const nextRequest = Object.assign(request, { nextUrl: new URL(request.url) })
  const response = await createServer().paypane.fetch(nextRequest)
  expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'the script'])
})

test('gzip is made also where a server replaces Response by one without bytes()', async () => {
  const withoutBytes = new Proxy(Response, {
    construct(target, [body, init]) {
      return Object.defineProperty(new target(body, init), 'bytes', { value: undefined })
    },
  })
  vi.stubGlobal('Response', withoutBytes)
  onTestFinished(() => void vi.unstubAllGlobals())
  const response = await createServer().get('/paypane-qr.js', { 'accept-encoding': 'gzip' })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
})

test('files that were not found, or not configured, are reported once', async () => {
  const unbuilt = createHarness({ paypane: { assets: () => Promise.reject(new Error('ENOENT')) } })
  for (const path of ['/paypane.js', '/locales/uk.json']) {
    const response = await unbuilt.get(path)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('npm run build') })
  }
  expect(unbuilt.logs).toEqual([{ level: 'warn', message: expect.stringContaining('npm run build') }])
  const unset = createHarness()
  const response = await unset.get('/paypane.js')
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('assets: readAsset'),
  ])
  expect(unset.logs).toEqual([{ level: 'warn', message: expect.stringContaining('assets: readAsset') }])
})
