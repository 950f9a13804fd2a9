import { afterAll, expect, test } from 'vitest'
import { rawStatus } from '../server/abuse/raw-request.ts'
import { type Running, startMerchant, startSandbox } from '../support/processes.ts'

const operatorPaths = ['/pay/admin/pipelines', '/admin/console', '/metrics']
const authorization = 'Bearer the operator token'
const statusOf = (url: string, path: string) => rawStatus(url, path, { authorization })

const sandbox = await startSandbox()
const running: Running[] = []

afterAll(async () => {
  for (const one of running) await one.kill()
  await sandbox.stop()
})

async function merchant(env: Record<string, string>): Promise<Running> {
  const one = await startMerchant({
    ADMIN_TOKEN: 'the operator token',
    ...sandbox.settings,
    ...env,
  })
  running.push(one)
  return one
}

test('with ADMIN_LISTEN operators have an address of their own, and the first one has no operator', async () => {
  const { url, adminUrl, stop } = await merchant({ ADMIN_LISTEN: '127.0.0.1:0' })
  for (const path of operatorPaths) {
    expect(await statusOf(url, path), path).toBe(404)
    expect(await statusOf(adminUrl, path), path).toBe(200)
  }
  expect(await statusOf(url, '/healthz')).toBe(200)
  for (const path of ['/healthz', '/pay/checkouts', '/paypane.js', '/return/success'])
    expect(await statusOf(adminUrl, path), path).toBe(404)
  expect(await stop()).toBe(0)
})

test('without it a path reaches operators only by its own prefix', async () => {
  const { url } = await merchant({})
  for (const path of operatorPaths) expect(await statusOf(url, path), path).toBe(200)
  for (const path of [
    '/pay/x/../admin/pipelines',
    '/pay/%2e%2e/admin/console',
    '/pay/..%2f../metrics',
    '/%61dmin/console',
    '/%6Detrics',
    '//admin/console',
    '/x/..\\metrics',
  ])
    expect(await statusOf(url, path), path).toBe(404)
})

test('TRUSTED_PROXIES gives each client behind a proxy its own limits', async () => {
  const { url } = await merchant({ TRUSTED_PROXIES: '127.0.0.1' })
  const guess = async (client: string): Promise<number> => {
    const headers = { authorization: 'Bearer a guess', 'x-forwarded-for': client }
    return (await fetch(`${url}/pay/admin/pipelines`, { headers })).status
  }
  const first = await Promise.all(Array.from({ length: 61 }, () => guess('203.0.113.1')))
  expect(first.filter((status) => status === 429)).toHaveLength(1)
  expect(await guess('203.0.113.2')).toBe(401)
})

test.each([
  ['ADMIN_LISTEN', '9090'],
  ['ADMIN_LISTEN', '127.0.0.1:99999'],
  ['TRUSTED_PROXIES', '127.0.0.1, proxy.example'],
])('a wrong %s stops the start with its name: %s', async (name, value) => {
  await expect(merchant({ [name]: value })).rejects.toThrow(name)
})
