import { mount } from 'paypane'

mount('#pay', {
  endpoint: '/pay',
  // Your server signs the order for a visitor who may pay it. Called again when the token has expired.
  order: async () => (await fetch('/order-token')).text(),
})

document.addEventListener('paypane-success', ({ detail }) => {
  document.title = detail.view.status === 'succeeded' ? 'Paid' : 'Order 1042'
})
