import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import PayOrder from './PayOrder.vue'

export const renderPage = (widget) => renderToString(createSSRApp(PayOrder, { widget }))
