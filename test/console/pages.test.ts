import { expect, test } from 'vitest'
import { consolePages } from '../../src/console/index.ts'

const get = (path: string, adminUrl?: string): Promise<Response> =>
  consolePages({ script: async () => 'the script', ...(adminUrl !== undefined && { adminUrl }) }).fetch(
    new Request(`https://shop.example${path}`),
  )

test('serves the page and its script at any path, both with security headers', async () => {
  for (const [path, type, text] of [
    ['/admin/console', 'text/html; charset=utf-8', 'data-api="../pay/admin"'],
    ['/ops/deep/console.js', 'text/javascript; charset=utf-8', 'the script'],
  ] as const) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.text()).toContain(text)
  }
})

test('any other path is not found', async () => {
  expect((await get('/admin/settings')).status).toBe(404)
})

test('the URL of the admin API is escaped', async () => {
  expect(await (await get('/console', '/pay?a=1&b="')).text()).toContain('data-api="/pay?a=1&amp;b=&quot;"')
})

test('the page is marked if a proxy authenticates the operator, and not by default', async () => {
  const behindProxy = consolePages({ script: async () => '', authenticated: true })
  const page = await behindProxy.fetch(new Request('https://shop.example/console'))
  expect(await page.text()).toContain(' data-authenticated>')
  expect(await (await get('/console')).text()).not.toContain('data-authenticated')
})
