import 'paypane/element'
import { renderWidget } from 'paypane/server/html'
import { useEffect } from 'react'
import { openOrder } from '../../open-order'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = () => [{ title: 'Order 1042' }]
export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader({ request }: Route.LoaderArgs) {
  const response = await openOrder('1042', request.headers.get('cookie') ?? '')
  return { widget: await renderWidget(await response.json(), { endpoint: '/pay' }) }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    const thank = () => {
      document.title = 'Paid'
    }
    document.addEventListener('paypane-success', thank)
    return () => document.removeEventListener('paypane-success', thank)
  }, [])
  // Browsers move the shadow root out of the HTML, which React would report.
  return <div dangerouslySetInnerHTML={{ __html: loaderData.widget }} suppressHydrationWarning />
}
