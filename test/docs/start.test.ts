import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CheckoutView } from '../../src/contract/index.ts'
import { freePort } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { startSandbox } from '../support/processes.ts'
import { pageAt, root } from './page.ts'

const { blocks } = pageAt('docs/start.md')
const example = blocks.find(({ file }) => file === 'server.mjs')?.text ?? ''

test('the quick start needs at most five commands and forty lines', () => {
  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
  expect(commands.length).toBeLessThanOrEqual(5)
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(40)
})

const sandbox = await startSandbox()
const folder = newFolder(afterAll)
afterAll(() => sandbox.stop())

test('server.mjs of the quick start takes a payment', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // `npm install paypane`
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/paypane'))
  // In this order: the sandbox's address may contain the other port.
  const text = example.replaceAll('8787', String(port)).replace(/http:\/\/127\.0\.0\.1:4010\b/, sandbox.url)
  writeFileSync(join(folder, 'server.mjs'), text)

  const shop = spawn(process.execPath, ['--conditions=paypane-source', 'server.mjs'], { cwd: folder })
  const ended = once(shop, 'exit')
  let output = ''
  shop.stdout.setEncoding('utf8').on('data', (more: string) => {
    output += more
  })
  try {
    const page = (): Promise<string> => fetch(url).then((response) => response.text(), String)
    await expect.poll(page).toContain('<pay-pane endpoint="/pay" order="ey')
    const [, token] = /order="([^"]+)"/.exec(await page()) ?? []

    const start = (order: unknown) =>
      fetch(`${url}/pay/checkouts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order, method: 'transfer' }),
      })
    expect((await start('1042')).status, 'a guessed order').toBe(404)
    const created = await start(token)
    const { id, clientSecret = '' } = CheckoutView.parse(await created.json())
    const view = async (): Promise<CheckoutView> => {
      const headers = { 'checkout-secret': clientSecret }
      return CheckoutView.parse(await (await fetch(`${url}/pay/checkouts/${id}`, { headers })).json())
    }
    await expect.poll(async () => (await view()).action).toMatchObject({ type: 'transfer' })

    const [order] = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
    await fetch(`${sandbox.url}/_sandbox/orders/${order.externalId}`, {
      method: 'POST',
      body: '{"do":"pay"}',
    })
    await expect.poll(async () => (await view()).status).toBe('succeeded')
    await expect.poll(() => output).toContain('checkout.succeeded 1042')
  } finally {
    shop.kill('SIGKILL')
    await ended
  }
})
