import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const server = process.env.SERVER ?? 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'pay-pane' } } })],
  // In production the merchant server is at the same origin.
  server: { proxy: { '/pay': server, '/order-token': server } },
})
