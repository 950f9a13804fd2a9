/**
 * The package in real hosts: the packed tarball, installed from scratch into each, and an order paid on each against
 * the sandbox, in a real Chromium. `npm run test:hosts`, or some of them: `npm run test:hosts -- react hono`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../browser/chromium.ts'
import { pack } from '../package/tarball.ts'
import { answers, finish, freePort, type Running, start } from './command.ts'
import { type Host, hosts } from './hosts.ts'
import { look, payOn } from './payer.ts'
import { install, without } from './project.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'paypane-hosts-'))
const folderOf = (host: Host) => join(folder, host.name.toLowerCase().replace(/\W+/g, '-'))
const running = new Set<Running>()
const [shop] = hosts

const wanted = process.argv.slice(2).map((name) => name.toLowerCase())
const isWanted = ({ name }: Host) =>
  wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part))

// What was started is in groups of its own, which a signal to this process does not reach.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))
try {
  process.exitCode = (await tryAll()) ? 0 : 1
} finally {
  await end()
}

async function end(): Promise<void> {
  for (const one of running) await one.stop()
  await rm(folder, { recursive: true, force: true })
}

async function tryAll(): Promise<boolean> {
  const tarball = await pack(folder)
  await install(shop, folderOf(shop), tarball.path)
  const paypane = join(folderOf(shop), 'node_modules/.bin/paypane')
  const sandboxProcess = keep(start(paypane, ['sandbox', '--port', '0'], folder))
  const sandbox = await sandboxProcess.says(/http:\/\/127\.0\.0\.1:\d+/)
  const settings: Record<string, string> = await (await fetch(`${sandbox}/_sandbox/env`)).json()
  const env = { ...settings, SEAL_KEY: randomBytes(32).toString('base64') }
  const browser = await launchChromium()
  let isWell = true
  try {
    for (const host of hosts.filter(isWanted)) {
      const began = Date.now()
      const told = await tryHost(host, { tarball: tarball.path, sandbox, env, browser }).catch(
        (error: unknown) => {
          isWell = false
          return `FAILED: ${error instanceof Error ? error.message : error}`
        },
      )
      say(`${host.name.padEnd(18)} ${String(Math.round((Date.now() - began) / 1000)).padStart(3)} s  ${told}`)
    }
  } finally {
    await browser.close()
  }
  return isWell
}

interface World {
  tarball: string
  sandbox: string
  env: Record<string, string>
  browser: Browser
}

/** Installs, builds, and pays one order with each of its scripts; says what Paypane adds to what a browser loads. */
async function tryHost(host: Host, world: World): Promise<string> {
  const home = folderOf(host)
  if (host !== shop) await install(host, home, world.tarball)
  const build = () => finish('npm', ['run', 'build', '--if-present'], home)
  await build()
  const scripts = host.scripts ?? ['start']
  const sizes: number[] = []
  for (const script of scripts) {
    await serve(host, script, world, async (url, server) => {
      if (host.comesWithView && !/co_\w+/.test(await (await fetch(url)).text()))
        throw new Error('The page came without the view')
      sizes.push(await payOn(world.browser, url, world.sandbox))
      await server.says(/checkout\.succeeded 1042/)
    })
  }
  const paid = `paid (${scripts.join(', ')})`
  if (!host.imports) return paid
  const [whole = 0] = sizes
  let bare = 0
  await without(host.imports, home, async () => {
    await build()
    await serve(host, 'start', world, async (url) => {
      bare = await look(world.browser, url)
    })
  })
  return `${paid}; Paypane adds ${whole - bare} bytes gzipped to ${bare}`
}

/** Runs a host, with a merchant's server of its own where it is only a page, and nothing left of an earlier payment. */
async function serve(
  host: Host,
  script: string,
  { env }: World,
  use: (url: string, server: Running) => Promise<void>,
): Promise<void> {
  const home = folderOf(host)
  await rm(join(home, 'data'), { recursive: true, force: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  if (!host.isPage) {
    const server = keep(start('npm', ['run', script], home, { ...env, PORT: port, PUBLIC_URL: url }))
    return await answers(url, server)
      .then(() => use(url, server))
      .finally(() => drop(server))
  }
  const serverPort = await freePort()
  const serverUrl = `http://127.0.0.1:${serverPort}`
  const program = join(folderOf(shop), 'server.js')
  const server = keep(start('node', [program], home, { ...env, PORT: serverPort, PUBLIC_URL: serverUrl }))
  const args = ['run', script, '--', '--port', port, '--strictPort', '--host', '127.0.0.1']
  const page = keep(start('npm', args, home, { SERVER: serverUrl }))
  try {
    await answers(`${serverUrl}/pay/`, server)
    await answers(url, page)
    await use(url, server)
  } finally {
    await drop(page)
    await drop(server)
  }
}

function keep(one: Running): Running {
  running.add(one)
  return one
}

async function drop(one: Running): Promise<void> {
  running.delete(one)
  await one.stop()
}
