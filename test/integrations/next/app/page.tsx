import { headers } from 'next/headers'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { openOrder } from '@/open-order'
import { orderToken } from '@/paypane'
import { Order } from './order'

export default function Page() {
  return (
    <Suspense fallback={<p>Loading the payment…</p>}>
      <Payment />
    </Suspense>
  )
}

async function Payment() {
  // Rendered for each request: a payment is never part of a prerendered or prefetched page.
  await connection()
  const response = await openOrder('1042', (await headers()).get('cookie') ?? '')
  // With its version the widget starts with a long poll.
  const view = response.ok ? { ...(await response.json()), version: response.headers.get('etag') } : undefined
  return <Order order={await orderToken('1042')} view={view} />
}
