import { render } from 'preact'
import { Order } from './order.jsx'

render(<Order />, document.getElementById('app'))
