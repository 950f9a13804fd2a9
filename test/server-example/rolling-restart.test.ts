import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generateSealKey } from 'paypane/server'
import { Agent, fetch, type RequestInit, type Response } from 'undici'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { isFull } from '../support/full.ts'
import { freePort } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type Running, startMerchant, startSandbox } from '../support/processes.ts'
import { end, proxySamples } from '../support/proxies.ts'

/** Payers who follow their payment through the restarts. */
const payers = 40

const installed = proxySamples.filter(({ isInstalled }) => isInstalled)
const folder = newFolder(afterAll)
const orders = join(folder, 'orders.json')

let postgres: TestPostgres
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  if (installed.length === 0) return
  const terms = { amount: '1250.00', currency: 'UAH', methods: ['transfer'] }
  writeFileSync(orders, JSON.stringify(Object.fromEntries(times(500, (n) => [`o-${n}`, terms]))))
  ;[postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()])
})
afterAll(async () => {
  await sandbox?.stop()
  await postgres?.end()
})

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const Created = z.object({ id: z.string(), clientSecret: z.string() })
const View = z.object({ status: z.string() })

for (const sample of proxySamples)
  test.runIf(isFull && sample.isInstalled)(
    `behind the sample of ${sample.name}, servers restart one after the other unnoticed`,
    async () => {
      await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' })
      const ports = [await freePort(), await freePort(), await freePort()] as const
      const [port, first, second] = ports
      const env = {
        ...sandbox.settings,
        DATABASE_URL: await postgres.database(),
        SEAL_KEY: generateSealKey(),
        SHOP_ORDERS: orders,
        TRUSTED_PROXIES: '127.0.0.1',
        // Caddy has to notice first; nginx tries the other server by itself.
        DRAIN_SECONDS: sample.name === 'caddy' ? '5' : '0',
      }
      const startOn = (serverPort: number): Promise<Running> =>
        startMerchant({ ...env, PORT: String(serverPort) })
      const servers = await Promise.all([startOn(first), startOn(second)])
      const written = sample.write({ port, servers: [`127.0.0.1:${first}`, `127.0.0.1:${second}`] })
      const proxy = written.start()
      const dispatcher = new Agent({
        connect: {
          ca: written.certificate,
          lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
        },
      })
      onTestFinished(async () => {
        await dispatcher.destroy()
        await end(proxy)
        written.remove()
        for (const server of servers) await server.kill()
      })

      const failures: string[] = []
      const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
        const response = await fetch(`https://shop.example:${port}${path}`, { ...init, dispatcher })
        if (response.status >= 400)
          failures.push(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
        return response
      }
      const open = async (order: string) => {
        const body = JSON.stringify({ order, method: 'transfer' })
        const headers = { 'content-type': 'application/json' }
        const response = await request('/pay/checkouts', { method: 'POST', headers, body })
        return { ...Created.parse(await response.json()), etag: response.headers.get('etag') ?? '' }
      }
      await expect
        .poll(() =>
          fetch(`https://shop.example:${port}/pay/paypane.js`, { dispatcher }).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true)

      /** Follows a payment by long polls until it has succeeded. */
      const follow = async ({
        id,
        clientSecret,
        etag,
      }: Awaited<ReturnType<typeof open>>): Promise<string> => {
        for (;;) {
          const headers = { 'checkout-secret': clientSecret, 'if-none-match': etag }
          const response = await request(`/pay/checkouts/${id}?wait=25`, { headers })
          if (response.status === 304) continue
          const { status } = View.parse(await response.json())
          if (status === 'succeeded') return status
          etag = response.headers.get('etag') ?? ''
        }
      }
      const checkouts = await Promise.all(times(payers, (n) => open(`o-${n}`)))
      const followed = checkouts.map((checkout) => follow(checkout).catch(String))
      /** New orders meanwhile, one after the other. */
      let isOver = false
      const opened = (async () => {
        const more = []
        for (let n = payers; !isOver; n += 1) {
          more.push(await open(`o-${n}`))
          await setTimeout(20)
        }
        return more
      })().catch((error: unknown) => {
        failures.push(String(error))
        return []
      })

      for (const [index, serverPort] of [first, second].entries()) {
        await servers[index]?.stop()
        const restarted = await startOn(serverPort)
        servers[index] = restarted
        // Otherwise the proxy would have no server while the next one stops.
        await expect.poll(() => restarted.log().includes('checkout created')).toBe(true)
      }
      isOver = true
      const more = await opened
      expect(failures).toEqual([])

      const placed = z
        .array(z.object({ externalId: z.string() }))
        .parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
      const ids = new Set([...checkouts, ...more].map(({ id }) => id))
      expect(ids.size).toBe(payers + more.length)
      for (const { externalId } of placed)
        await fetch(`${sandbox.url}/_sandbox/orders/${externalId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ do: 'pay' }),
        })
      expect(await Promise.all([...followed, ...more.map(follow)])).toEqual([...ids].map(() => 'succeeded'))
      expect(failures).toEqual([])
    },
  )
