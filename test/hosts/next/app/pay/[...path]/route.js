import { openPaypane } from '../../../paypane.js'

/** Made with the first request, so that a build needs no keys and no database. */
function handler(request) {
  globalThis.paypane ??= openPaypane()
  return globalThis.paypane.fetch(request)
}

export { handler as DELETE, handler as GET, handler as POST }
