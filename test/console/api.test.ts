import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '../../src/console/api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

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

test.each([
  ['Asia/Tokyo', '2026-11-01', '2026-11-30', '2026-10-31T15:00:00.000Z', '2026-11-30T15:00:00.000Z'],
  // Its clocks change on these days.
  ['Europe/Kyiv', '2026-03-29', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ['Europe/Kyiv', '2026-10-25', '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
])('days are those of the operator’s time zone: %s, %s to %s', async (timeZone, from, to, since, until) => {
  vi.stubEnv('TZ', timeZone)
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(''))
  vi.stubGlobal('fetch', fetch)
  await createApi('/pay/admin', 'a token', () => undefined).audit(from, to)
  const query = new URLSearchParams(String(fetch.mock.calls[0]?.[0]).split('?')[1])
  expect([query.get('since'), query.get('until')]).toEqual([since, until])
})
