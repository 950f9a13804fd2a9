import { defineConfig } from 'vite'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The merchant server. In production it is mounted at /pay of the same origin.
  server: { proxy: { '/pay': process.env.SERVER ?? 'http://127.0.0.1:8787' } },
})
