import { listen } from './listen.ts'

/**
 * A minimal service process: a create and a lookup take 20 ms each (`SERVICE_MS`). `POST /paid/ID` completes an order;
 * `GET /stats` returns the number of creates and lookups.
 */
const latencyMs = Number(process.env['SERVICE_MS'] ?? 20)
const paid = new Set<string>()
let placed = 0
let lookups = 0

await listen((request, response) => {
  request.resume()
  const [, first = '', second = ''] = (request.url ?? '').split('/')
  if (first === 'stats') return void response.end(JSON.stringify({ placed, lookups }))
  if (first === 'paid') {
    paid.add(decodeURIComponent(second))
    return void response.end()
  }
  setTimeout(() => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') {
      placed += 1
      const paymentDetails = { formUrl: 'https://form.example/x', card: '4111111111111111' }
      response.end(JSON.stringify({ externalId: `e-${placed}`, orderStatus: 'Processing', paymentDetails }))
      return
    }
    lookups += 1
    const externalId = decodeURIComponent((request.url ?? '').split('/').at(-2) ?? '')
    response.end(
      JSON.stringify({
        externalId,
        orderStatus: paid.has(externalId) ? 'Success' : 'Processing',
        orderHistory: [{ time: null, action: null, newCode: '1.0.0.00' }],
      }),
    )
  }, latencyMs)
})
