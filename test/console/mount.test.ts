import { afterAll, expect, test } from 'vitest'
import { type Running, startMerchant } from '../support/processes.ts'

const running: Running[] = []

afterAll(async () => {
  for (const one of running) await one.kill()
})

async function merchant(env: Record<string, string>): Promise<string> {
  const one = await startMerchant({
    PAYMENTS_BASE_URL: 'http://127.0.0.1:9',
    PAYMENTS_P2P_KEY: 'a-key',
    PAYMENTS_PRIVATE_KEY: 'a private key',
    ...env,
  })
  running.push(one)
  return one.url
}

test('server-example serves the console only with an ADMIN_TOKEN', async () => {
  const [withToken, without] = await Promise.all([merchant({ ADMIN_TOKEN: 'the operator' }), merchant({})])
  const page = await fetch(`${withToken}/admin/console`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('paypane-console')
  expect((await fetch(`${withToken}/pay/admin/pipelines`)).status).toBe(401)
  for (const path of ['/admin/console', '/admin/console.js', '/pay/admin/pipelines'])
    expect((await fetch(`${without}${path}`)).status).toBe(404)
})
