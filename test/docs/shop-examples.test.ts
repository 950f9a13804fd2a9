import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { startMerchant, startSandbox } from '../support/processes.ts'

const examples = join(import.meta.dirname, '../../docs/examples')
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0
const hasPhp = spawnSync('php', ['-r', 'exit(PHP_VERSION_ID < 80000 ? 1 : 0);']).status === 0

const shops = [
  { file: 'shop.py', isHere: hasPython, command: () => ['python3', join(examples, 'shop.py')] },
  {
    file: 'shop.php',
    isHere: hasPhp,
    command: (port: number) => ['php', '-S', `127.0.0.1:${port}`, join(examples, 'shop.php')],
  },
]
for (const { file, isHere } of shops)
  if (!isHere) process.stderr.write(`Skipped: docs/examples/${file} needs python3 3.10 or PHP 8, or later.\n`)

test.each(shops.filter(({ isHere }) => isHere))(
  'an order of $file is paid with server-example as it is',
  async ({ command }) => {
    const folder = newFolder(onTestFinished)
    const shopPort = await freePort()
    const shopUrl = `http://127.0.0.1:${shopPort}`
    const secrets = {
      SHOP_SECRET: 'the secret of a shop, of 32 bytes or more',
      EVENTS_SECRET: 'whsec_c2VjcmV0',
    }
    const sandbox = await startSandbox()
    const server = await startMerchant({
      ...sandbox.settings,
      ...secrets,
      EVENTS_URL: `${shopUrl}/events`,
      ALLOWED_ORIGINS: shopUrl,
    })
    const [program = '', ...args] = command(shopPort)
    const shop = spawn(program, args, {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        PYTHONDONTWRITEBYTECODE: '1',
        PORT: String(shopPort),
        PAY: `${server.url}/pay`,
        PAID: folder,
        ...secrets,
      },
    })
    onTestFinished(async () => {
      shop.kill('SIGKILL')
      await Promise.all([server.kill(), sandbox.kill()])
    })
    const page = () =>
      fetch(`${shopUrl}/orders/1042`).then(
        (response) => response.text(),
        () => '',
      )
    await expect.poll(page).toContain('<pay-pane')
    const [, order] = /order="([^"]+)"/.exec(await page()) ?? []
    const response = await fetch(`${server.url}/pay/checkouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shopUrl },
      body: JSON.stringify({ order, method: 'transfer' }),
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(shopUrl)
    expect(await response.json()).toMatchObject({
      order: '1042',
      amount: { value: '1250.00', currency: 'UAH' },
      methods: ['transfer'],
      savedCards: [],
    })
    const forged = await fetch(`${shopUrl}/events`, {
      method: 'POST',
      headers: { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,aaaa' },
      body: '{"data": {"type": "checkout.succeeded", "ref": "1042"}}',
    })
    expect(forged.status).toBe(401)
    const orders = async () => (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
    await expect.poll(orders).toHaveLength(1)
    const [placed] = await orders()
    await fetch(`${sandbox.url}/_sandbox/orders/${placed.externalId}`, {
      method: 'POST',
      body: JSON.stringify({ do: 'pay' }),
    })
    await expect.poll(page).toContain('your order is paid')
  },
)

test.each(shops.filter(({ isHere }) => isHere))(
  '$file accepts no event while its secret is empty',
  async ({ command }) => {
    const port = await freePort()
    const [program = '', ...args] = command(port)
    const shop = spawn(program, args, {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], PORT: String(port), SHOP_SECRET: 'a secret', EVENTS_SECRET: '' },
    })
    onTestFinished(() => void shop.kill('SIGKILL'))
    const body = '{"data": {"type": "checkout.failed", "ref": "1042"}}'
    const sentAt = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', '').update(`1.${sentAt}.${body}`).digest('base64')
    const status = () =>
      fetch(`http://127.0.0.1:${port}/events`, {
        method: 'POST',
        headers: { 'webhook-id': '1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` },
        body,
      }).then(
        (response) => response.status,
        () => (shop.exitCode === null ? 'starting' : 'ended'),
      )
    await expect.poll(status).not.toBe('starting')
    expect(['ended', 500]).toContain(await status())
  },
)
