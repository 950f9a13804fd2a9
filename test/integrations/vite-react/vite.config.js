import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The merchant server. In production it is mounted at /pay of the same origin.
  server: { proxy: { '/pay': process.env.SERVER ?? 'http://127.0.0.1:8787' } },
})
