import { renderWidget } from 'paypane/server/html'
import { openOrder } from '../../open-order'

/** The widget as HTML. Only for payers who may pay this order. */
export default defineEventHandler(async (event) => {
  const response = await openOrder('1042', getHeader(event, 'cookie') ?? '')
  setHeader(event, 'cache-control', 'private, no-store')
  return await renderWidget(await response.json(), { endpoint: '/pay' })
})
