/** Requests of a stranger that are made to cost as much as possible. */
export const hostileRequests = [
  'members',
  'nesting',
  'large body',
  'forged token',
  'wrong secret',
  'sealed secret',
  'body without a secret',
  'languages',
  'entity tags',
] as const
export type HostileRequest = (typeof hostileRequests)[number]

export const isHostile = (of: string): of is HostileRequest => hostileRequests.some((name) => name === of)

const json = { 'content-type': 'application/json' }
const list = (item: string, count: number): string => Array<string>(count).fill(item).join(',')
const post = (path: string, body: string) => ({ method: 'POST', path, headers: json, body })
const members = JSON.stringify({
  order: 'a',
  fields: Object.fromEntries(Array.from({ length: 800 }, (_, n) => [n.toString(36), ''])),
})

/** The request of a kind, to a checkout that does not exist. */
export function hostileRequest(of: HostileRequest, checkout: string) {
  const get = (headers: Record<string, string>) => ({
    method: 'GET',
    path: `/checkouts/${checkout}`,
    headers,
  })
  switch (of) {
    case 'members':
      return post('/checkouts', members)
    case 'nesting':
      return post('/checkouts', `{"order":"a","x":${'['.repeat(4000)}${']'.repeat(4000)}}`)
    case 'large body':
      return post('/checkouts', `{"order":"${'a'.repeat(64_000)}"}`)
    case 'forged token':
      return post(
        '/checkouts',
        JSON.stringify({ order: `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(4000)}.${'a'.repeat(42)}A` }),
      )
    case 'wrong secret':
      return get({ 'checkout-secret': `${checkout}_secret_${'a'.repeat(8000)}` })
    // In the form of a real one, so that only its encryption shows what it is.
    case 'sealed secret':
      return get({
        'checkout-secret': `${checkout}_secret_1${'0'.repeat(8)}${'a'.repeat(16)}${'a'.repeat(231)}`,
      })
    case 'body without a secret':
      return post(`/checkouts/${checkout}/attempts`, members)
    case 'languages':
      return get({ 'accept-language': list('aa', 4500) })
    case 'entity tags':
      return get({ 'if-none-match': list('"a"', 3500) })
  }
}
