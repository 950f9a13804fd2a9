import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSealKey, signOrder } from 'paypane/server'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { CheckoutList } from '../../src/contract/index.ts'
import { runCommand } from '../cli/command.ts'
import { isFull } from '../support/full.ts'
import { freePort } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { startMerchant, startSandbox } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'

const Orders = z.array(
  z.object({
    externalId: z.string(),
    externalTransactionId: z.string(),
    amount: z.string(),
    currency: z.string(),
    status: z.string(),
  }),
)

test.runIf(isFull)(
  'a restored backup learns what was paid since, and names the order that it does not have',
  async () => {
    const folder = newFolder(onTestFinished)
    const sandbox = await startSandbox()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const shopSecret = 'the secret of a shop, 32 bytes and more'
    writeFileSync(
      join(folder, 'orders.json'),
      JSON.stringify(
        Object.fromEntries(
          ['before', 'open', 'after'].map((order) => [order, { amount: '10.00', currency: 'UAH' }]),
        ),
      ),
    )
    const env = {
      ...sandbox.settings,
      PORT: String(port),
      SEAL_KEY: generateSealKey(),
      SHOP_SECRET: shopSecret,
      SHOP_ORDERS: join(folder, 'orders.json'),
      ADMIN_TOKEN: 'an operator of this test, at work',
      DATABASE_URL: `file:${join(folder, 'paypane.db')}`,
    }
    let merchant = await startMerchant(env)
    onTestFinished(async () => {
      await merchant.kill()
      await sandbox.stop()
    })
    const open = async (order: string): Promise<void> => {
      const body = { order: await signOrder({ order }, shopSecret), method: 'transfer' }
      const response = await fetch(`${url}/pay/checkouts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.ok).toBe(true)
      await waitFor(findOpen)
    }
    const orders = async () => Orders.parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
    const findOpen = async (): Promise<string> => {
      const open = (await orders()).find(({ status }) => status !== 'Success')
      if (open === undefined) throw new Error('The sandbox has no open order.')
      return open.externalId
    }
    const payOpen = async (): Promise<void> => {
      await fetch(`${sandbox.url}/_sandbox/orders/${await findOpen()}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"do":"pay"}',
      })
    }
    const statuses = async (): Promise<Record<string, string>> => {
      const response = await fetch(`${url}/pay/admin/checkouts`, {
        headers: { authorization: `Bearer ${env.ADMIN_TOKEN}` },
      })
      const { checkouts } = CheckoutList.parse(await response.json())
      return Object.fromEntries(checkouts.map(({ order, status }) => [order, status]))
    }
    const isPaid = (order: string) =>
      waitFor(async () => expect(await statuses()).toMatchObject({ [order]: 'succeeded' }))

    await open('before')
    await payOpen()
    await isPaid('before')
    await open('open')
    const backup = join(folder, 'backup.db')
    expect(await runCommand(['backup', backup], { env })).toMatchObject({ code: 0 })
    await payOpen()
    await isPaid('open')
    await open('after')
    await payOpen()
    await isPaid('after')

    await merchant.kill()
    for (const end of ['', '-wal', '-shm']) rmSync(`${join(folder, 'paypane.db')}${end}`, { force: true })
    copyFileSync(backup, join(folder, 'paypane.db'))
    merchant = await startMerchant(env)
    expect(await statuses()).not.toHaveProperty('after')

    const columns = ['externalId', 'externalTransactionId', 'amount', 'currency', 'status'] as const
    const rows = (await orders()).map((order) => columns.map((column) => order[column]).join(','))
    const list = join(folder, 'list.csv')
    writeFileSync(list, [columns.join(','), ...rows].join('\n'))
    const reconcile = (...more: string[]) => runCommand(['reconcile', '--list', list, ...more], { env })
    await reconcile('--review', '--url', `${url}/pay`)
    await isPaid('open')
    const { code, out } = await reconcile()
    expect(code).toBe(1)
    const [, ...differences] = out.trim().split('\n')
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatch(/^missing here,/)
  },
)
