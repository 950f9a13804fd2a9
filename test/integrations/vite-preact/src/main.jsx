import { render } from 'preact'
import { Order } from './order.jsx'

render(<Order reference="1042" />, document.getElementById('app'))
