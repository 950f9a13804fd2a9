import { generateSealKey } from 'paypane/server'
import { callbackSignature } from 'paypane/service'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../support/loopback.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type Running, startMerchant, startSandbox } from '../support/processes.ts'
import { end, proxySamples } from '../support/proxies.ts'
import { waitFor } from '../support/wait-for.ts'

const installed = proxySamples.filter(({ isInstalled }) => isInstalled)

let postgres: TestPostgres
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  if (installed.length > 0) [postgres, sandbox] = await Promise.all([startPostgres(), startSandbox()])
})
afterAll(async () => {
  await sandbox?.stop()
  await postgres?.end()
})

const Created = z.object({ id: z.string(), clientSecret: z.string() })

/** Two servers on one database. */
async function startTwo(): Promise<[Running, Running]> {
  const env = {
    ...sandbox.settings,
    DATABASE_URL: await postgres.database(),
    SEAL_KEY: generateSealKey(),
    CALLBACK_MODE: 'static',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  return await Promise.all([startMerchant(env), startMerchant(env)])
}

/** How many long polls the servers hold. */
async function openLongPolls(servers: readonly Running[]): Promise<number> {
  const texts = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  return texts.reduce((sum, text) => sum + Number(/^paypane_waits_open (\d+)$/m.exec(text)?.[1]), 0)
}

for (const sample of proxySamples) {
  test.skipIf(!sample.isInstalled)(
    `behind the sample of ${sample.name}, two servers are one for a payer and for the service`,
    async () => {
      const servers = await startTwo()
      const port = await freePort()
      const hosts = servers.map(({ url }) => new URL(url).host)
      const written = sample.write({ port, servers: [hosts[0] ?? '', hosts[1] ?? ''] })
      const proxy = written.start()
      const dispatcher = new Agent({
        connect: {
          ca: written.certificate,
          lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
        },
      })
      const request = (path: string, init: Parameters<typeof fetch>[1] = {}) =>
        fetch(`https://shop.example:${port}${path}`, { ...init, dispatcher })
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        request(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
      const status = (path: string) =>
        request(path).then(
          ({ status }) => status,
          () => 0,
        )
      try {
        await expect.poll(() => status('/pay/paypane.js')).toBe(200)
        for (const path of ['/pay/admin/checkouts', '/metrics', '/healthz', '/readyz', '/admin/console'])
          expect(await status(path), path).toBe(404)

        const created = await post('/pay/checkouts', { order: '1042', method: 'transfer' })
        expect(created.ok).toBe(true)
        const { id, clientSecret } = Created.parse(await created.json())
        const view = (query = '', headers: Record<string, string> = {}) =>
          request(`/pay/checkouts/${id}${query}`, {
            headers: { 'checkout-secret': clientSecret, ...headers },
          })
        const etag = await waitFor(async () => {
          const response = await view()
          expect(await response.json()).toMatchObject({ status: 'pending' })
          return response.headers.get('etag') ?? ''
        })
        const poll = () => view('?wait=25', { 'if-none-match': etag })
        const polls = [poll(), poll()]
        // Neither is answered before the callback.
        await expect.poll(() => openLongPolls(servers)).toBe(2)

        const orders = z
          .array(z.object({ externalId: z.string() }))
          .parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
        const externalId = orders.at(-1)?.externalId ?? ''
        await fetch(`${sandbox.url}/_sandbox/orders/${externalId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ do: 'pay' }),
        })
        const fields = { externalId, status: 'Success', amount: '1250.00', orderType: 'Deposit' }
        const signature = callbackSignature(fields, sandbox.settings['PAYMENTS_PRIVATE_KEY'] ?? '')
        expect((await post('/pay/callbacks', fields, { signature })).status).toBe(200)
        for (const answer of await Promise.all(polls))
          expect(await answer.json()).toMatchObject({ id, status: 'succeeded' })

        await servers[0].stop()
        const after = await Promise.all(
          Array.from({ length: 6 }, () =>
            request(`/pay/checkouts/${id}`, { headers: { 'checkout-secret': clientSecret } }),
          ),
        )
        expect(after.map((answer) => answer.status)).toEqual(after.map(() => 200))
      } finally {
        await dispatcher.destroy()
        await end(proxy)
        written.remove()
        for (const server of servers) await server.kill()
      }
    },
  )
}
