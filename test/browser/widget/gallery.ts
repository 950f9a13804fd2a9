import { builtSite } from '../demo/build-site.ts'
import { serveFiles } from '../demo/file-server.ts'

/** Builds the gallery page and serves its files. */
export async function openGallery() {
  const host = await serveFiles(await builtSite(), '/')
  return {
    /** The URL of a selection, such as `{ state: 'transfer', theme: 'dark', width: '320' }`. */
    address: (choice: Readonly<Record<string, string>>) =>
      `${host.url}gallery.html?${new URLSearchParams(choice)}`,
    close: host.close,
  }
}
