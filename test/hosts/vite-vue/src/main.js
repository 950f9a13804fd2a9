import { createApp } from 'vue'
import Order from './Order.vue'

createApp(Order, { reference: '1042' }).mount('#app')
