import { headers } from 'next/headers'
import { kit } from './kit.js'
import { Order } from './order.jsx'

export default async function Page() {
  // Asked in this process, in the name of whoever asks for the page.
  const cookie = (await headers()).get('cookie') ?? ''
  const answer = await kit().fetch(
    new Request('http://localhost/pay/checkouts', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ order: '1042' }),
    }),
  )
  // With its version the page asks for news only.
  const view = answer.ok ? { ...(await answer.json()), version: answer.headers.get('etag') } : undefined
  return <Order reference="1042" view={view} />
}
