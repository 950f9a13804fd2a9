/**
 * The deferred parts of the widget, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */

import { type DeferredParts, deferredParts } from '../view/deferred/parts.ts'
import { loadScript } from './host.ts'

/** The hash of `paypane-claim.js`, which the build appends: the form costs `paypane.js` nothing. */
declare const __CLAIM_HASH__: string
const loadClaim = () => loadScript('paypane-claim', __CLAIM_HASH__)

document.currentScript?.dispatchEvent(
  new CustomEvent<DeferredParts>('paypane-deferred', { detail: { ...deferredParts, loadClaim } }),
)
