import { createSSRApp } from 'vue'
import PayOrder from './PayOrder.vue'

createSSRApp(PayOrder).mount('#app')
