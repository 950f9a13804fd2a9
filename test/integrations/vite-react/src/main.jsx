import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Order } from './order.jsx'

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <Order />
  </StrictMode>,
)
