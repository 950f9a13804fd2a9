import node from '@astrojs/node'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // Callbacks of the service are not forms of a page.
  security: { checkOrigin: false },
})
