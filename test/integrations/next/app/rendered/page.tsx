import { connection } from 'next/server'
import { renderWidget } from 'paypane/server/html'
import { openOrder } from '@/open-order'
import { Element } from './element'

/** The response waits for the payment: with `Suspense` a script would have to insert it. */
export const instant = false

export default async function Page() {
  // Rendered for each request: a payment is never part of a prerendered or prefetched page.
  await connection()
  const response = await openOrder('1042', '')
  const widget = await renderWidget(await response.json(), { endpoint: '/pay' })
  return (
    <>
      <Element />
      <div dangerouslySetInnerHTML={{ __html: widget }} suppressHydrationWarning />
    </>
  )
}
