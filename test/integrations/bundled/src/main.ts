import { mount } from 'paypane'

mount('#pay', { endpoint: '/pay', order: '1042' })

document.addEventListener('paypane-success', ({ detail }) => {
  document.title = detail.view.status === 'succeeded' ? 'Paid' : 'Order 1042'
})
