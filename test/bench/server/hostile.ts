import type { RateLimits } from 'paypane/server'
import type { Dispatcher } from 'undici'

/** Requests of a stranger that are made to cost as much as possible, by what counts them. */
export const hostileRequests = {
  malformedBodies: ['members', 'nesting', 'large body'],
  unknownOrders: ['forged token', 'long forged token', 'page', 'form of a page', 'return page'],
  clientSecrets: [
    'wrong secret',
    'secret without a tag',
    'no secret',
    'rendered widget',
    'body without a secret',
    'card',
    'languages',
    'entity tags',
  ],
} as const satisfies Partial<Record<keyof RateLimits, readonly string[]>>

/** Those that nothing counts: they have to be cheap each time. */
export const uncountedRequests = ['path', 'encodings', 'query'] as const

export type HostileRequest =
  | (typeof hostileRequests)[keyof typeof hostileRequests][number]
  | (typeof uncountedRequests)[number]

const json = { 'content-type': 'application/json' }
const list = (item: string, count: number): string => Array<string>(count).fill(item).join(',')
const post = (path: string, body: string, headers = json): Call => ({ method: 'POST', path, headers, body })
const members = JSON.stringify({
  order: 'a',
  fields: Object.fromEntries(Array.from({ length: 800 }, (_, n) => [n.toString(36), ''])),
})
/** In the form of a real one, so that only its signature shows what it is. */
const token = (length: number): string => `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(length)}.${'a'.repeat(42)}A`
const checkout = `co_${'0'.repeat(26)}`

export type Call = Pick<Dispatcher.RequestOptions, 'method' | 'path'> & {
  headers?: Record<string, string>
  body?: string
}

export function hostileRequest(of: HostileRequest): Call {
  const get = (headers: Record<string, string>, path = `/checkouts/${checkout}`): Call => ({
    method: 'GET',
    path,
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
      return post('/checkouts', JSON.stringify({ order: token(200) }))
    case 'long forged token':
      return post('/checkouts', JSON.stringify({ order: token(4000) }))
    case 'page':
      return get({ 'accept-language': 'uk' }, `/o/${token(4000)}`)
    case 'form of a page':
      return post(`/o/${token(4000)}`, 'act=start&method=transfer&after=0', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    case 'return page':
      return get({ 'accept-language': 'uk' }, `/return/success?order=${token(4000)}`)
    case 'wrong secret':
      return get({ 'checkout-secret': `${checkout}_secret_${'a'.repeat(8000)}` })
    // In the form of a real one, as long as they get.
    case 'secret without a tag':
      return get({ 'checkout-secret': `${checkout}_secret_1${'0'.repeat(8)}${'a'.repeat(2300)}` })
    case 'no secret':
      return get({})
    case 'rendered widget':
      return get({ accept: 'text/html', 'checkout-secret': `${checkout}_secret_1${'a'.repeat(300)}` })
    case 'body without a secret':
      return post(`/checkouts/${checkout}/attempts`, members)
    case 'card':
      return {
        ...get({ 'checkout-secret': `${checkout}_secret_1${'a'.repeat(300)}` }, `/cards/${'a'.repeat(300)}`),
        method: 'DELETE',
      }
    case 'languages':
      return get({ 'accept-language': list('aa', 4500) })
    case 'entity tags':
      return get({ 'if-none-match': list('"a"', 3500) })
    case 'path':
      return get({}, `/${'checkouts/'.repeat(1400)}`)
    case 'encodings':
      return get({ 'accept-encoding': list('a', 7000), 'if-none-match': list('"a"', 200) }, '/paypane.js')
    case 'query':
      return get({}, `/checkouts/${checkout}?${'a&'.repeat(7000)}wait=1`)
  }
}
