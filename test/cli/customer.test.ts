import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { requestAdmin } from '../../src/cli/admin-api.ts'
import { addAdminCommands } from '../../src/cli/admin-commands.ts'
import { CustomerExport } from '../../src/contract/index.ts'
import { toNodeHandler } from '../../src/server/node/index.ts'
import { createShop } from '../server/admin/customer-shop.ts'
import { type Harness, operatorToken } from '../server/harness.ts'
import { serveOnLoopback } from '../support/loopback.ts'
import { newFolder } from '../support/new-folder.ts'
import { runCommand } from './command.ts'

let shop: Harness
let url: string

beforeEach(async ({ onTestFinished }) => {
  shop = createShop()
  await shop.createCheckout('a', 'transfer')
  url = `${await serveOnLoopback(toNodeHandler(shop.paypane), onTestFinished)}/pay`
})

const customer = (args: string[], env: Record<string, string> = { ADMIN_TOKEN: operatorToken }) =>
  runCommand(['customer', ...args], { env })

test('export prints everything stored about a customer as JSON', async () => {
  const { code, out, err } = await customer(['export', 'customer-7', '--url', url])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(CustomerExport.parse(JSON.parse(out))).toEqual(await shop.paypane.customers.export('customer-7'))
})

test('the address and the token may be in the file of --env, as for every command of a running server', async () => {
  const file = join(newFolder(onTestFinished), 'shop.env')
  writeFileSync(file, `ADMIN_TOKEN=${operatorToken}\nPAYPANE_URL=${url}\n`)
  expect(await customer(['export', 'customer-7', '--env', file], {})).toMatchObject({ code: 0, err: '' })

  const program = new Command()
  addAdminCommands(program)
  const commands = program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one]))
  const without = commands.filter(({ options }) => !options.some(({ long }) => long === '--env'))
  expect(without.map((one) => one.name())).toEqual([])
})

test('an operator’s token that is left empty stands for none', async () => {
  const env = { OPERATOR_TOKEN: '', ADMIN_TOKEN: operatorToken }
  expect(await customer(['export', 'customer-7', '--url', url], env)).toMatchObject({ code: 0, err: '' })
})

test('the token may be in a file, as for the server', async () => {
  const file = join(newFolder(onTestFinished), 'token')
  writeFileSync(file, `${operatorToken}\n`)
  const run = (env: Record<string, string>) => customer(['export', 'customer-7', '--url', url], env)
  expect(await run({ ADMIN_TOKEN_FILE: file })).toMatchObject({ code: 0, err: '' })
  expect(await run({ OPERATOR_TOKEN_FILE: file, ADMIN_TOKEN: 'a-guess' })).toMatchObject({ code: 0 })
  const { err } = await run({ ADMIN_TOKEN_FILE: `${file}.absent` })
  expect(err).toContain('The file of ADMIN_TOKEN_FILE cannot be read: ENOENT')
})

test('erase needs --yes, and prints what it did', async () => {
  expect(await customer(['erase', 'customer-7', '--url', url])).toMatchObject({ code: 1, out: '' })
  expect((await shop.paypane.customers.export('customer-7')).checkouts).toHaveLength(1)

  const env = { ADMIN_TOKEN: operatorToken, PAYPANE_URL: `${url}/` }
  const { code, out } = await customer(['erase', 'customer-7', '--yes'], env)
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({ savedCards: 0, checkouts: 1 })
  expect((await shop.paypane.customers.export('customer-7')).checkouts).toEqual([])
})

test.each([
  [['export', 'customer-7'], { ADMIN_TOKEN: 't' }, 'Give the address of the server'],
  [['export', 'customer-7', '--url', 'https://shop.test/pay'], {}, 'Set OPERATOR_TOKEN or ADMIN_TOKEN'],
  [['export', 'customer-7', '--url', 'http://shop.test/pay'], { ADMIN_TOKEN: 't' }, 'must be https'],
  [
    ['export', 'customer-7', '--url', 'shop.test:8787/pay'],
    { ADMIN_TOKEN: 't' },
    'Give the address of the server',
  ],
  [
    ['export', 'customer-7', '--url', 'https://shop.test/?a=1'],
    { ADMIN_TOKEN: 't' },
    'Give the address of the server',
  ],
])('what is missing is named: %j', async (args, env, message) => {
  const { code, out, err } = await customer(args, env)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(message)
})

test('a wrong token is named, and not printed', async () => {
  const { code, err } = await customer(['export', 'customer-7', '--url', url], { ADMIN_TOKEN: 'a-guess' })
  expect(code).toBe(1)
  expect(err).toContain('401')
  expect(err).not.toContain('a-guess')
})

test('a token that no header can have is named, and not printed', async () => {
  const { code, err } = await customer(['export', 'customer-7', '--url', url], { ADMIN_TOKEN: 'half\nguess' })
  expect(code).toBe(1)
  expect(err).toContain('OPERATOR_TOKEN or ADMIN_TOKEN')
  expect(err).not.toContain('guess')
})

test('a server that does not respond is named with the cause', async () => {
  const refused = new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  })
  const api = { url: 'http://127.0.0.1:8787/pay', token: 't', fetch: () => Promise.reject(refused) }
  await expect(requestAdmin(api, 'GET', '/export')).rejects.toThrow(
    'No response from http://127.0.0.1:8787/pay: ECONNREFUSED.',
  )
})

test('a redirect is not followed with the token', async () => {
  let requests = 0
  url = await serveOnLoopback((_request, response) => {
    requests += 1
    response.writeHead(307, { location: '/elsewhere' }).end()
  }, onTestFinished)
  expect(await customer(['erase', 'customer-7', '--yes', '--url', url])).toMatchObject({ code: 1, out: '' })
  expect(requests).toBe(1)
})

test('an aborted export fails', async () => {
  url = await serveOnLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"customer":"c-7"', () => response.destroy())
  }, onTestFinished)
  const { code, err } = await customer(['export', 'customer-7', '--url', url])
  expect(code).toBe(1)
  expect(err).toContain('not complete')
})
