import { renderWidget } from 'paypane/server/html'
import { openOrder } from '../../open-order'

export async function load({ request, setHeaders }) {
  const response = await openOrder('1042', request.headers.get('cookie') ?? '')
  setHeaders({ 'cache-control': 'private, no-store' })
  return { widget: await renderWidget(await response.json(), { endpoint: '/pay' }) }
}
