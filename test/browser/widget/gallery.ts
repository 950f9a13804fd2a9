import { buildSite } from '../demo/build-site.ts'
import { serveFiles } from '../demo/file-server.ts'

/** The gallery page as it is built, on a static host. */
export async function openGallery() {
  const site = await buildSite()
  const host = await serveFiles(site.folder, '/')
  return {
    /** The address of a choice, such as `{ state: 'transfer', theme: 'dark', width: '320' }`. */
    address: (choice: Readonly<Record<string, string>>) =>
      `${host.url}gallery.html?${new URLSearchParams(choice)}`,
    async close() {
      await host.close()
      await site.remove()
    },
  }
}
