import { renderToString } from 'preact-render-to-string'
import { Order } from './order.jsx'

export const renderPage = (widget) => renderToString(<Order widget={widget} />)
