import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.SERVER ?? 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [react()],
  // In production the merchant server is at the same origin.
  server: { proxy: { '/pay': server, '/order-token': server } },
})
