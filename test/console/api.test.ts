import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['the operator’s token, no cookie', 'a token', 'omit'],
  ['the session of the proxy in front', null, 'same-origin'],
] as const)('a request carries %s', async (_, token, credentials) => {
  const fetch = vi.fn(async () => Response.json({ pipelines: [] }))
  vi.stubGlobal('fetch', fetch)
  await createApi('/pay/admin', token, () => undefined).pipelines()
  const headers = token === null ? {} : { authorization: 'Bearer a token' }
  expect(fetch).toHaveBeenCalledWith(
    '/pay/admin/pipelines',
    expect.objectContaining({ credentials, headers }),
  )
})
