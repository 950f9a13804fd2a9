import { createApp } from 'vue'
import PayOrder from './PayOrder.vue'

createApp(PayOrder).mount('#app')
