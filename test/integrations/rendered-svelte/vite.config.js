import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** A script for the browser, and a module for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [svelte()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    ssr: isSsrBuild,
    rolldownOptions: {
      input: isSsrBuild ? 'src/server.js' : 'src/client.js',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
}))
