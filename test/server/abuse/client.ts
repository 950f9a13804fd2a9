import { callbackSignature, type SignedFields } from '../../../src/service/index.ts'
import type { Harness } from '../harness.ts'

export const shopUrl = 'http://127.0.0.1:8787'

/** Sends a request over a connection from an address. */
export async function from(
  harness: Harness,
  address: string | undefined,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const request = new Request(`${shopUrl}/pay${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  return await harness.paypane.fetch(request, { address })
}

/** How many responses have each status. */
export async function statuses(responses: readonly Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** Opens an order, with a first attempt if a method is given. */
export const openOrder = (
  harness: Harness,
  address: string | undefined,
  order: string,
  { method, headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  from(harness, address, '/checkouts', { body: JSON.stringify({ order, method }), headers })

const fields: SignedFields = { externalId: 'E1', status: 'Success', amount: '100.00', orderType: 'Deposit' }

/** A body with a history of `rows` entries, and its valid signature. */
export async function signedCallback(
  harness: Harness,
  rows = 0,
): Promise<{ body: string; signature: string }> {
  const key = harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? ''
  const row = { Time: '2026-03-01T10:00:00', Action: 'Paid', NewCode: '5.1.3.00' }
  return {
    body: JSON.stringify({ orderHistory: Array.from({ length: rows }, () => row), ...fields }),
    signature: callbackSignature(fields, key),
  }
}
