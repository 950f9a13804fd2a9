import { Order } from './order.jsx'

export default function Page() {
  return <Order reference="1042" />
}
