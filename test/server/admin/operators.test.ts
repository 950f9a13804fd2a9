import { expect, test } from 'vitest'
import type { Operator, Scope } from '../../../src/contract/index.ts'
import { createOperatorToken } from '../../../src/server/index.ts'
import { createHarness } from '../harness.ts'
import { bearer, createDesk, operator } from './operator-shop.ts'

const me = async (desk: ReturnType<typeof createDesk>, headers: Record<string, string>) => {
  const response = await desk.get('/admin/me', headers)
  return response.ok ? await response.json() : response.status
}

test('a token gives its operator; ADMIN_TOKEN one named admin, who approves nothing', async () => {
  const desk = createDesk()
  expect(await me(desk, bearer('boris'))).toEqual({ name: 'boris', scopes: ['read', 'payout:approve'] })
  expect(await me(desk, bearer('the admin'))).toEqual({
    name: 'admin',
    scopes: ['read', 'resolve', 'payout:create'],
  })
  expect(await me(desk, bearer('Boris'))).toBe(401)
  expect(await me(desk, {})).toBe(401)
})

test('outside loopback a token that can be guessed is refused, although its digest is listed', async () => {
  const outside = { publicUrl: 'https://shop.example', allowPlainOrders: true, adminToken: undefined }
  const { token, tokenSha256 } = createOperatorToken()
  const random = 'b7cf7d0f1bd9d8a5a1f34e8cb8c2f1aa'
  const operators = {
    ...operator('boris', 'read'),
    ...operator(random, 'read'),
    anna: { tokenSha256, scopes: ['read'] satisfies Scope[] },
  }
  const desk = createDesk({ ...outside, operators })
  expect(await me(desk, bearer('boris'))).toBe(401)
  expect(desk.logs).toContainEqual(expect.objectContaining({ level: 'error', operator: 'boris' }))
  expect(await me(desk, bearer(token))).toMatchObject({ name: 'anna' })
  expect(await me(desk, bearer(random))).toMatchObject({ name: random })
})

test('a token that adminToken() and an operator share approves nothing', async () => {
  const desk = createDesk({ adminToken: () => 'boris' })
  expect(await me(desk, bearer('boris'))).toMatchObject({ name: 'admin' })
})

test.each([
  ['adminToken', { adminToken: 'the admin' }, 401],
  ['operators', { operators: operator('anna', 'read') }, 401],
  ['authorize', { authorize: () => null }, 401],
  ['nothing', {}, 404],
])('/admin exists with %s: %#', async (_, paypane, status) => {
  const shop = createHarness({ paypane: { adminToken: undefined, ...paypane } })
  expect((await shop.get('/admin/me')).status).toBe(status)
})

test('authorize gives the operator of a session, and is not called for a right token', async () => {
  const requested: string[] = []
  const desk = createDesk({
    authorize: async (request): Promise<Operator | null> => {
      requested.push(new URL(request.url).pathname)
      return request.headers.get('cookie') === 'session=1' ? { name: 'olga', scopes: ['read'] } : null
    },
  })
  expect(await me(desk, { cookie: 'session=1' })).toEqual({ name: 'olga', scopes: ['read'] })
  expect(await me(desk, bearer('anna'))).toMatchObject({ name: 'anna' })
  expect(requested).toHaveLength(1)
  // A token of the proxy in front, which is none of ours.
  expect(await me(desk, { ...bearer('of the proxy'), cookie: 'session=1' })).toMatchObject({ name: 'olga' })
})

test('a wrong result of authorize is no operator, and the log says why', async () => {
  const authorize = (): Operator => JSON.parse('{"name": "", "scopes": ["everything"]}')
  const desk = createDesk({ authorize })
  expect(await me(desk, {})).toBe(500)
  expect(desk.logs.at(-1)?.message).toContain('authorize()')
})

test.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['same-origin', 404],
  ['none', 404],
])('an act of a session from a page that is %s is answered %i', async (site, status) => {
  const desk = createDesk({ authorize: () => ({ name: 'olga', scopes: ['read', 'resolve'] }) })
  const path = '/admin/checkouts/co_1/reopen'
  expect((await desk.post(path, '', { 'sec-fetch-site': site })).status).toBe(status)
  expect((await desk.post(path, '', { ...bearer('anna'), 'sec-fetch-site': site })).status).toBe(404)
})

test('every mistake in the operators is named, without a token', () => {
  const { tokenSha256 } = operator('anna', 'read')['anna'] ?? { tokenSha256: '' }
  const start = () =>
    createDesk({
      operators: {
        anna: { tokenSha256, scopes: ['read'] },
        Anna: { tokenSha256: 'plain text', scopes: ['read'] },
        olga: { tokenSha256: tokenSha256.toUpperCase(), scopes: ['read'] },
        Admin: { tokenSha256: 'a'.repeat(64), scopes: ['read'] },
      },
    })
  expect(start).toThrow('"Anna" differs from "anna" only in case')
  expect(start).toThrow('tokenSha256 of "Anna" is not 64 hexadecimal digits')
  expect(start).toThrow('"olga" has the same token as "anna"')
  expect(start).toThrow('"Admin" is the name of adminToken')
  expect(start).not.toThrow(tokenSha256)
})

test('an approval that nobody can give and wrong amounts stop the start', () => {
  expect(() => createHarness({ paypane: { payoutApproval: 'always', adminToken: 'the admin' } })).toThrow(
    'payout:approve. adminToken approves nothing.',
  )
  expect(() => createDesk({ payoutApproval: { UAH: 'much' } })).toThrow('payoutApproval has an amount')
  expect(() => createDesk({ payoutDailyLimit: { UAH: '-1' } })).toThrow('payoutDailyLimit has an amount')
})
