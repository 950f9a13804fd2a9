import { createSSRApp } from 'vue'
import PayOrder from './PayOrder.vue'

// The same HTML as on the server.
const { widget } = JSON.parse(document.getElementById('data').textContent)
createSSRApp(PayOrder, { widget }).mount('#app')
