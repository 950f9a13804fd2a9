import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPlainPath, toNodeHandler } from '../../../src/server/node/index.ts'
import { serveOnLoopback } from '../../support/loopback.ts'
import { createHarness, operator } from '../harness.ts'
import { rawStatus } from './raw-request.ts'

describe('a request path', () => {
  let url: string

  beforeAll(async () => {
    const harness = createHarness()
    url = await serveOnLoopback(toNodeHandler(harness.paypane), afterAll)
  })

  test('in normal form is routed', async () => {
    expect(await rawStatus(url, '/pay/admin/pipelines', operator)).toBe(200)
    expect(await rawStatus(url, '/pay/admin/pipelines?x=/../y//z', operator)).toBe(200)
  })

  test.each([
    '/pay/x/../admin/pipelines',
    '/pay/x/%2e%2e/admin/pipelines',
    '/pay/x/.%2E/admin/pipelines',
    '/pay/./admin/pipelines',
    '/pay/%2e/admin/pipelines',
    '/pay\\admin\\pipelines',
    '/pay/x\\..\\admin/pipelines',
    '//pay/admin/pipelines',
    'http://127.0.0.1/pay/x/../admin/pipelines',
  ])('that needs normalizing is not found: %s', async (target) => {
    expect(await rawStatus(url, target, operator)).toBe(404)
  })
})

test.each([
  ['/pay/admin/payouts/2026%2F11', true],
  ['/pay/admin/payouts/%D0%BF%20%25', true],
  ['/pay/return/success?order=1042', true],
  ['/pay/a..b/.well-known/...', true],
  ['*', true],
  ['http://127.0.0.1:8787', true],
  ['/pay/%61dmin', false],
  ['/pay/..', false],
  ['/pay//admin', false],
])('%s is plain: %s', (url, expected) => {
  expect(hasPlainPath({ url })).toBe(expected)
})
