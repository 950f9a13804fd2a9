import { headers } from 'next/headers'
import { kit } from './kit.js'
import { Order } from './order.jsx'

export default async function Page() {
  // Called in process, with the cookies of the page's request.
  const cookie = (await headers()).get('cookie') ?? ''
  const response = await kit().fetch(
    new Request('http://localhost/pay/checkouts', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ order: '1042' }),
    }),
  )
  // With its version the widget starts with a long poll.
  const view = response.ok ? { ...(await response.json()), version: response.headers.get('etag') } : undefined
  return <Order reference="1042" view={view} />
}
