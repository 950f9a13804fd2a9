import type { RequestListener } from 'node:http'
import type { CheckoutView } from 'paypane/contract'
import { createPaypane, generateSealKey, memoryStore, type PaypaneOptions } from 'paypane/server'
import { readAsset, toNodeHandler } from 'paypane/server/node'
import { callbackSignature, createPaymentsClient } from 'paypane/service'

const privateKey = 'the private key'
const paymentDetails = {
  formUrl: 'https://form.example/pay?token=one-time',
  card: '4441114455556666',
  fio: 'Олена Коваленко',
  bank: 'monobank',
  number: '+380671234567',
  iban: 'UA213223130000026007233566001',
  qrUrl: 'https://pay.example/qr/4f7Qm2Zr9Ks1',
}

/** A merchant server below `/pay`, with a service that always responds "Processing". */
export interface Merchant {
  listener: RequestListener
  /** Creates a pending checkout with payment details. */
  createCheckout(): Promise<CheckoutView>
  /** Sends the callback that a checkout is paid; resolves once it is stored. */
  sendCallback(view: CheckoutView): Promise<void>
  close(): Promise<void>
}

export function createMerchant(pages: PaypaneOptions['pages']): Merchant {
  let orders = 0
  let queue: Promise<unknown> = Promise.resolve()
  const placed = new Map<string, string>()
  const service = createPaymentsClient({
    baseUrl: 'http://service.example',
    async fetch(_, init) {
      if (init?.method !== 'POST') return new Response(null, { status: 503 })
      return Response.json({ externalId: `e-${orders}`, orderStatus: 'Processing', paymentDetails })
    },
  })
  const paypane = createPaypane({
    service,
    pipelines: { p2p: { profile: 'p2p', key: 'key', privateKey } },
    store: memoryStore(),
    sealKey: generateSealKey(),
    order: () => ({ amount: '1250.00', currency: 'UAH' }),
    publicUrl: 'http://127.0.0.1',
    basePath: '/pay',
    confirmFinal: false,
    pages,
    assets: readAsset,
  })

  const post = async (path: string, body: string, headers: Record<string, string>): Promise<Response> => {
    const response = await paypane.fetch(
      new Request(`http://127.0.0.1/pay${path}`, { method: 'POST', headers, body }),
    )
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`)
    return response
  }

  const createNext = async (): Promise<CheckoutView> => {
    orders += 1
    const requestBody = JSON.stringify({ order: `o-${orders}`, method: 'transfer' })
    const created = await post('/checkouts', requestBody, { 'content-type': 'application/json' })
    const body: CheckoutView = await created.json()
    // With its version, as from `checkouts.get`, so that the first request is a long poll.
    const view = { ...body, version: created.headers.get('etag') ?? '' }
    placed.set(view.id, `e-${orders}`)
    return view
  }

  return {
    listener: toNodeHandler(paypane),
    createCheckout() {
      // Sequentially, since the service's id is that of the last order.
      const created = queue.then(createNext)
      queue = created
      return created
    },
    async sendCallback({ id }) {
      const externalId = placed.get(id) ?? ''
      const fields = { externalId, status: 'Success', amount: '1250.00', orderType: 'Deposit' }
      const signature = callbackSignature(fields, privateKey)
      const body = `{"externalId":"${externalId}","status":"Success","amount":1250.00,"orderType":"Deposit"}`
      await post('/callbacks/p2p', body, { 'content-type': 'application/json', signature })
    },
    close: () => paypane.close(),
  }
}
