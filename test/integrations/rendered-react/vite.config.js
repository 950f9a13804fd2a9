import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A script for the browser, and a module for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    ssr: isSsrBuild,
    rolldownOptions: {
      input: isSsrBuild ? 'src/server.jsx' : 'src/client.jsx',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
}))
