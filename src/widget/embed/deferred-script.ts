/**
 * The deferred parts of the widget, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */

import { type DeferredParts, deferredParts } from '../view/deferred/parts.ts'
import { loadScript } from './host.ts'

/** The hashes of what this script loads, which the build appends: they cost `paypane.js` nothing. */
declare const __HASHES__: Readonly<Record<'paypane-fields.js' | 'paypane-claim.js' | 'paypane-qr.js', string>>

const loaders: DeferredParts['loaders'] = {
  payerFields: () => loadScript('paypane-fields', __HASHES__['paypane-fields.js']),
  claim: () => loadScript('paypane-claim', __HASHES__['paypane-claim.js']),
  qr: () => loadScript('paypane-qr', __HASHES__['paypane-qr.js']),
}

document.currentScript?.dispatchEvent(
  new CustomEvent<DeferredParts>('paypane-deferred', {
    detail: { ...deferredParts, loaders },
  }),
)
