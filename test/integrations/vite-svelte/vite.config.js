import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = process.env.SERVER ?? 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [svelte()],
  // In production the merchant server is at the same origin.
  server: { proxy: { '/pay': server, '/order-token': server } },
})
