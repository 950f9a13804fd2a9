import { createServer, type ViteDevServer } from 'vite'

/** The gallery page on an address of its own. */
export async function serveGallery(): Promise<{ url: string; close: () => Promise<void> }> {
  const server: ViteDevServer = await createServer({
    root: import.meta.dirname,
    configFile: new URL('../../../../vite.config.ts', import.meta.url).pathname,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  const [url] = server.resolvedUrls?.local ?? []
  if (!url) throw new Error('The gallery did not start')
  return { url, close: () => server.close() }
}
