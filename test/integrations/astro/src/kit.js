import { readAsset } from 'paypane/server/node'
import { openPaypane } from '../paypane.js'

/** Created on the first request, so that a build needs no keys and no database. */
export function kit() {
  globalThis.paypane ??= openPaypane({ assets: readAsset })
  return globalThis.paypane
}
