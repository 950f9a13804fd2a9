import { createApp } from 'vue'
import PayOrder from './PayOrder.vue'

createApp(PayOrder, { reference: '1042' }).mount('#app')
