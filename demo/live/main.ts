/** Runs sandbox, merchant server and the demo page behind one address. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { generateSealKey } from 'paypane/server'
import { z } from 'zod'
import { createTrafficRecorder } from '../traffic/traffic-recorder.ts'
import { buildPages } from './build-pages.ts'
import { startChild } from './child-server.ts'
import { keepAliveTimeout } from './keep-alive.ts'
import { hostMerchant } from './merchant-host.ts'
import { createProxy } from './proxy.ts'

const portRule = 'must be a whole number from 0 to 65535'
const Port = z.coerce.number(portRule).int(portRule).min(0, portRule).max(65_535, portRule)
const Settings = z.object({
  PORT: Port.default(8787),
  SANDBOX_PORT: Port.default(4010),
  /** Folder of the merchant's database, its seal key and the logs. */
  DEMO_DATA: z.string().default('data/demo'),
})

const closers: (() => Promise<void>)[] = []
let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.allSettled(closers.reverse().map((close) => close()))
  process.exit(code)
}
function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  void stop(1)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0))

try {
  await start(settingsOf(process.env))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** Throws an error with one line that names the invalid setting. */
function settingsOf(env: NodeJS.ProcessEnv): z.infer<typeof Settings> {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(nonEmpty)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.')} ${issue?.message}`)
}

async function start({ PORT, SANDBOX_PORT, DEMO_DATA }: z.infer<typeof Settings>): Promise<void> {
  mkdirSync(DEMO_DATA, { recursive: true })
  let serve: RequestListener = (_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1', refresh: '1' })
    response.end('The demo is starting.\n')
  }
  const server = createServer({ keepAliveTimeout }, (request, response) => serve(request, response))
  const url = await listenOn(server, PORT)
  closers.push(async () => {
    server.close()
    server.closeAllConnections()
  })

  const sandbox = await startChild('sandbox-process.ts', {
    env: { SANDBOX_PORT: String(SANDBOX_PORT) },
    logFile: join(DEMO_DATA, 'sandbox.log'),
  }).catch((error: unknown) => {
    throw new Error(portErrorMessage(error, SANDBOX_PORT, 'SANDBOX_PORT'))
  })
  closers.push(sandbox.stop)
  void sandbox.exited.then(
    () => !stopping && fail(`The sandbox stopped unexpectedly; see ${DEMO_DATA}/sandbox.log`),
  )

  // Once both ports are free. With DEMO_SITE the pages are built already.
  if (!process.env['DEMO_SITE']) await buildPages()

  const statusListeners = new Set<(up: boolean) => void>()
  const adminToken = randomBytes(24).toString('base64url')
  const merchant = await hostMerchant({
    env: {
      ...(await paymentsEnv(sandbox.url, url)),
      DEMO_DATA,
      PUBLIC_URL: url,
      SEAL_KEY: sealKey(join(DEMO_DATA, 'seal.key')),
      ADMIN_TOKEN: adminToken,
    },
    logFile: join(DEMO_DATA, 'merchant.log'),
    onStatusChange: (up) => {
      for (const statusListener of statusListeners) statusListener(up)
    },
    onFailure: fail,
  })
  closers.push(merchant.stop)

  const proxy = createProxy({
    sandboxUrl: sandbox.url,
    merchant,
    adminToken,
    recorder: createTrafficRecorder(),
    watchServer(listener) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
  })
  const listener = getRequestListener((request, env) => proxy.fetch(request, env), {
    overrideGlobalObjects: false,
  })
  serve = (request, response) => void listener(request, response)
  process.stdout.write(`\n  Paypane is ready: ${url}/\n\n`)
  if (process.argv.includes('--open')) openBrowser(`${url}/`)
}

function listenOn(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(portErrorMessage(error, port, 'PORT'))))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
    })
  })
}

function portErrorMessage(error: unknown, port: number, setting: string): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.includes('EADDRINUSE')
    ? `Port ${port} is already in use. Choose another: ${setting}=${port + 1} npm start`
    : message
}

/** The sandbox's settings for a merchant, with URLs of the proxy, which records the traffic. */
async function paymentsEnv(sandboxUrl: string, proxyUrl: string): Promise<Record<string, string>> {
  const response = await fetch(`${sandboxUrl}/_sandbox/env`)
  const env = z.record(z.string(), z.string()).parse(await response.json())
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace(sandboxUrl, `${proxyUrl}/service`)]),
  )
}

/** Generated once and stored, so that a restart can decrypt older data. */
function sealKey(file: string): string {
  if (!existsSync(file)) writeFileSync(file, generateSealKey(), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** Opens the default browser. The address is printed, so a failure needs no message. */
function openBrowser(url: string): void {
  const commands: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  }
  const [command = 'xdg-open', ...args] = commands[process.platform] ?? []
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}
