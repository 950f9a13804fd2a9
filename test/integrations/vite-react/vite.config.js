import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  // The merchant's server. On the live site it answers below /pay of the page's own origin.
  server: { proxy: { '/pay': process.env.SERVER ?? 'http://127.0.0.1:8787' } },
})
