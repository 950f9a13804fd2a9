import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { CheckoutView } from 'paypane/contract'
import { createSandbox } from 'paypane/sandbox'
import { listen } from 'paypane/sandbox/node'
import { generateSealKey, type PaypaneServer, signOrder } from 'paypane/server'
import { expect, test, vi } from 'vitest'
import { defaults } from '../../demo/app/settings.ts'
import { snippets } from '../../demo/app/snippets.ts'

// Inside the package, so that its name resolves; ignored by git.
const folder = join(import.meta.dirname, '../../test-results/server-snippets')

test('the snippets for the kit, Hono and Next serve one order', async () => {
  const settings = { ...defaults, amount: '31.40', currency: 'USDT_TRC20' }
  const files = { kit: 'paypane.ts', hono: 'hono.ts', next: 'app/pay/[...path]/route.ts' }
  for (const { id, code } of snippets(settings)) {
    if (!(id in files)) continue
    const path = join(folder, Reflect.get(files, id))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, code.replace('./data', folder))
  }
  const sandbox = await listen(createSandbox(), { port: 0 })
  const env: Record<string, string> = await (await fetch(`${sandbox.url}/_sandbox/env`)).json()
  const secrets = { SEAL_KEY: generateSealKey(), SHOP_SECRET: generateSealKey() }
  for (const [name, value] of Object.entries({ ...env, ...secrets })) vi.stubEnv(name, value)
  const { paypane }: { paypane: PaypaneServer } = await import(join(folder, files.kit))
  try {
    const next: { POST(request: Request): Promise<Response> } = await import(join(folder, files.next))
    const { app }: { app: Hono } = await import(join(folder, files.hono))
    const opened = await next.POST(
      new Request('https://shop.example/pay/checkouts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          order: await signOrder({ order: '1042' }, secrets.SHOP_SECRET),
          method: 'transfer',
        }),
      }),
    )
    expect(opened.status).toBe(201)
    const { id, clientSecret = '' } = CheckoutView.parse(await opened.json())
    const read = await app.request(`/pay/checkouts/${id}`, { headers: { 'checkout-secret': clientSecret } })
    expect(CheckoutView.parse(await read.json())).toMatchObject({
      id,
      order: '1042',
      amount: { value: '31.40', currency: 'USDT_TRC20' },
      action: { type: 'transfer' },
    })
  } finally {
    await paypane.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
    vi.unstubAllEnvs()
  }
})
