import { expect, test } from 'vitest'
import { type ClaimRequest, createClaimClient } from '../../../src/widget/core/claim.ts'

/** A claim client of the second attempt, whose server responds with this status, or not at all. */
function open(status: number | null, endpoint = '/pay', secret: string | null = 'co_1_secret_a') {
  const sent: [string, ClaimRequest][] = []
  const shares: number[] = []
  const client = createClaimClient(
    endpoint,
    async (url, request, onProgress) => {
      sent.push([url, request])
      onProgress?.(0.5)
      if (status === null) throw new TypeError('Failed to fetch')
      return status
    },
    { id: 'co/1', secret },
    2,
  )
  return { client, sent, shares, onProgress: (share: number) => shares.push(share) }
}

test('a claim is posted as JSON to its attempt, with the client secret in a header', async () => {
  const { client, sent } = open(201)
  expect(await client.claim({ amount: '5.00', receipts: ['r1'] })).toBe('done')
  expect(sent).toEqual([
    [
      '/pay/checkouts/co%2F1/attempts/2/claim',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'checkout-secret': 'co_1_secret_a' },
        body: '{"amount":"5.00","receipts":["r1"]}',
      },
    ],
  ])
})

test('a receipt is put under its id, with its type and its progress', async () => {
  const { client, sent, shares, onProgress } = open(200)
  const file = new Blob(['%PDF'], { type: 'application/pdf' })
  expect(await client.uploadReceipt('r-1', file, onProgress)).toBe('done')
  expect(sent[0]?.[0]).toBe('/pay/checkouts/co%2F1/attempts/2/receipts/r-1')
  expect(sent[0]?.[1]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/pdf' } })
  expect(sent[0]?.[1].body).toBe(file)
  expect(shares).toEqual([0.5])
})

test('a file without a type is sent as bytes', async () => {
  const { client, sent, onProgress } = open(200)
  await client.uploadReceipt('r1', new Blob(['?']), onProgress)
  expect(sent[0]?.[1].headers['content-type']).toBe('application/octet-stream')
})

test('without a client secret there is no header for it', async () => {
  const { client, sent } = open(200, '/pay', null)
  await client.claim({})
  expect(sent[0]?.[1].headers).toEqual({ 'content-type': 'application/json' })
})

test.each([
  ['/pay//', '/pay'],
  ['https://shop.example//pay/', 'https://shop.example//pay'],
])('only the slashes at the end of the endpoint %s are dropped', async (endpoint, base) => {
  const { client, sent } = open(200, endpoint)
  await client.claim({})
  expect(sent[0]?.[0]).toBe(`${base}/checkouts/co%2F1/attempts/2/claim`)
})

test.each([
  [199, 'refused'],
  [200, 'done'],
  [299, 'done'],
  [300, 'refused'],
  [404, 'refused'],
  [408, 'failed'],
  [409, 'refused'],
  [429, 'failed'],
  [499, 'refused'],
  [500, 'failed'],
  [503, 'failed'],
  [null, 'failed'],
])('the status %s means that a claim and a receipt are %s', async (status, result) => {
  const { client, onProgress } = open(status)
  expect(await client.claim({})).toBe(result)
  expect(await client.uploadReceipt('r1', new Blob([]), onProgress)).toBe(result)
})
