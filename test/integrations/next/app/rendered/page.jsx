import { headers } from 'next/headers'
import { renderWidget } from 'paypane/server/html'
import { kit } from '../kit.js'
import { Element } from './element.jsx'

export default async function Page() {
  const cookie = (await headers()).get('cookie') ?? ''
  const response = await kit().fetch(
    new Request('http://localhost/pay/checkouts', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ order: '1042' }),
    }),
  )
  const widget = await renderWidget(await response.json(), { endpoint: '/pay' })
  return (
    <>
      <Element />
      <div dangerouslySetInnerHTML={{ __html: widget }} suppressHydrationWarning />
    </>
  )
}
