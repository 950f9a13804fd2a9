// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { session, signIn, signOut, signOutReason } from '../../src/console/session.ts'

afterEach(() => {
  signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Tokens are the names of their operators. Returns how to revoke one. */
function stubServer(): (token: string) => void {
  const revoked = new Set<string>()
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const name = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? ''
    return revoked.has(name) ? new Response(null, { status: 401 }) : Response.json({ name, scopes: [] })
  })
  return (token) => revoked.add(token)
}

test('a token that is no longer accepted ends its own session, and none that came after it', async () => {
  const revoke = stubServer()
  await signIn('/pay/admin', 'anna')
  const earlier = session.value?.api
  signOut()
  await signIn('/pay/admin', 'boris')
  revoke('anna')
  await expect(earlier?.me()).rejects.toThrow('does not accept this token')
  expect(session.value?.operator.name).toBe('boris')
  revoke('boris')
  await expect(session.value?.api.me()).rejects.toThrow('does not accept this token')
  expect(session.value).toBeNull()
  expect(signOutReason.value).toBe('The server no longer accepts the token.')
})

test('the first input after the computer slept finds the session locked, and renews none', async () => {
  vi.useFakeTimers({ now: 0 })
  stubServer()
  await signIn('/pay/admin', 'anna')
  const move = (minute: number): void => {
    vi.setSystemTime(minute * 60_000)
    dispatchEvent(new Event('pointermove'))
  }
  move(14)
  move(28)
  expect(session.value?.operator.name).toBe('anna')
  move(43)
  expect(session.value).toBeNull()
  expect(signOutReason.value).toBe('Locked after 15 minutes without input.')
})
