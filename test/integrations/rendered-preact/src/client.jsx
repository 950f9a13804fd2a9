import { hydrate } from 'preact'
import { Order } from './order.jsx'

hydrate(<Order />, document.getElementById('app'))
