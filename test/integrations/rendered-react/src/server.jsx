import { renderToString } from 'react-dom/server'
import { Order } from './order.jsx'

export const renderPage = (widget) => renderToString(<Order widget={widget} />)
