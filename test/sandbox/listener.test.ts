import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { listen, type RunningSandbox, sandboxSettings } from '../../src/sandbox/node/index.ts'

let listening: RunningSandbox | undefined
let child: ChildProcess | undefined
afterEach(async () => {
  await listening?.close()
  listening = undefined
  child?.kill('SIGKILL')
  child = undefined
})

const post = (url: string, body: object) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

describe('the listener', () => {
  it('gives its settings, and a shop without a sandbox an error that says what to do', async () => {
    const { url, close } = await listen(createSandbox(), { port: 0 })
    expect(await sandboxSettings(url)).toMatchObject({ PAYMENTS_BASE_URL: `${url}/core` })
    await close()
    await expect(sandboxSettings(url)).rejects.toThrow(`npx paypane sandbox --port ${new URL(url).port}`)
  })

  it.each(['drop-before', 'drop-after'])(
    '%s breaks the connection without sending a byte',
    async (effect) => {
      listening = await listen(createSandbox(), { port: 0 })
      await post(`${listening.url}/_sandbox/faults`, { on: 'balance', effect })
      const { port } = new URL(listening.url)
      const socket = connect(Number(port), '127.0.0.1')
      const received: Buffer[] = []
      socket.on('data', (chunk) => received.push(chunk))
      socket.on('error', (error) => expect(error).toMatchObject({ code: 'ECONNRESET' }))
      socket.write('GET /core/api/v1/balance/merchant HTTP/1.1\r\nHost: sandbox\r\n\r\n')
      await new Promise((resolve) => socket.on('close', resolve))
      expect(received).toEqual([])
      expect((await fetch(`${listening.url}/_sandbox/clock`)).status).toBe(200)
    },
  )

  it('keeps idle connections open for longer than a busy client pauses', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const response = await fetch(`${listening.url}/_sandbox/clock`)
    expect(response.headers.get('keep-alive')).toBe('timeout=75')
  })

  it('a body above the limit gets 413', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const response = await post(`${listening.url}/_sandbox/config`, { filler: 'x'.repeat(400_000) })
    expect(response.status).toBe(413)
  })

  it('builds addresses from the host of the request', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const env = await (await fetch(`${listening.url}/_sandbox/env`)).json()
    expect(env).toMatchObject({ PAYMENTS_BASE_URL: `${listening.url}/core` })
  })

  it('answers 400 to a request that cannot be read, and keeps serving', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write('GET / HTTP/1.1\r\nHost: no host at all\r\nConnection: close\r\n\r\n')
    await new Promise((resolve) => socket.on('close', resolve))
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 400 /)
    expect((await fetch(`${listening.url}/_sandbox/clock`)).status).toBe(200)
  })

  it.each([
    ['GET //', 404],
    ['GET //core/api', 404],
    ['TRACE /', 405],
    ['PROPFIND /core', 405],
    ['POST /nowhere', 404],
  ])('answers %s with %i in JSON', async (line, status) => {
    listening = await listen(createSandbox(), { port: 0 })
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    await new Promise((resolve) => socket.on('close', resolve))
    const response = Buffer.concat(received).toString()
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(response).toMatch(/content-type: application\/json.*\{"error":"/is)
  })

  it('accepts a body without a Content-Length', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const body = new Blob(['{"advance":60}']).stream()
    const init = { method: 'POST', body, duplex: 'half' } as const
    expect((await fetch(`${listening.url}/_sandbox/clock`, init)).status).toBe(200)
  })

  it('answers the preflight of a page of this machine, so that it may use the controls', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const preflight = await fetch(`${listening.url}/_sandbox/clock`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:8787', 'access-control-request-headers': 'content-type' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:8787')
  })

  it('logs each response without the token in the query', async () => {
    const lines: object[] = []
    listening = await listen(createSandbox(), { port: 0, onResponse: (line) => lines.push(line) })
    await (await fetch(`${listening.url}/core/form?token=secret`)).text()
    expect(lines).toEqual([{ method: 'GET', path: '/core/form', status: 404 }])
  })
})

const root = join(import.meta.dirname, '../..')

/** `npm run sandbox`, without npm between us and its signals. */
function start(env: Record<string, string>) {
  const flags = ['--conditions=paypane-source', '--disable-warning=ExperimentalWarning']
  child = spawn(process.execPath, [...flags, join(root, 'src/sandbox/node/main.ts')], {
    env: { ...process.env, ...env },
  })
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.err += chunk
  })
  return { process: child, output, ended: once(child, 'exit') }
}

async function ready({ process, output }: ReturnType<typeof start>): Promise<string> {
  if (process.stdout && !output.out.includes('\n')) await once(process.stdout, 'data')
  return JSON.parse(output.out).listening
}

describe('npm run sandbox', () => {
  it('prints one JSON line when it accepts requests, and logs JSON lines on standard error', async () => {
    const running = start({ SANDBOX_PORT: '0' })
    const url = await ready(running)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await (await fetch(`${url}/nowhere`)).text()
    running.process.kill('SIGTERM')
    expect(await running.ended).toEqual([0, null])
    expect(running.output.out.trim().split('\n')).toHaveLength(1)
    const lines = running.output.err.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/nowhere', status: 404 }),
    )
  })

  it('stops on SIGTERM after finishing the requests in progress', async () => {
    const running = start({ SANDBOX_PORT: '0' })
    const url = await ready(running)
    const env = await (await fetch(`${url}/_sandbox/env`)).json()
    await (await post(`${url}/_sandbox/faults`, { on: 'balance', effect: 'delay:500' })).text()
    const slow = fetch(`${url}/core/api/v1/balance/merchant?currency=UAH`, {
      headers: { authorization: `Bearer ${env.PAYMENTS_P2P_KEY}` },
    })
    // Once the fault is used, the slow request is in progress.
    const isFaultUsed = async () => (await (await fetch(`${url}/_sandbox/faults`)).json()).length === 0
    while (!(await isFaultUsed())) await Promise.resolve()
    running.process.kill('SIGTERM')
    expect((await slow).status).toBe(200)
    expect(await running.ended).toEqual([0, null])
  })

  it.each([
    [{ SANDBOX_PORT: 'no' }, 'SANDBOX_PORT'],
    [{ SANDBOX_PORT: '0', HOST: '0.0.0.0' }, 'HOST: the sandbox listens on a loopback address only'],
  ])('a wrong setting stops the start with one line that names it: %o', async (env, words) => {
    const running = start(env as Record<string, string>)
    expect(await running.ended).toEqual([1, null])
    expect(running.output.out).toBe('')
    expect(running.output.err.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(running.output.err)).toMatchObject({ error: expect.stringContaining(words) })
  })

  it('reports a port in use', async () => {
    listening = await listen(createSandbox(), { port: 0 })
    const running = start({ SANDBOX_PORT: new URL(listening.url).port })
    expect(await running.ended).toEqual([1, null])
    expect(JSON.parse(running.output.err)).toMatchObject({ error: expect.stringContaining('EADDRINUSE') })
  })
})
