/**
 * The deferred parts of the widget, for the script tag. A classic script, as `qr-script.ts` explains.
 * @module
 */

import { deferredParts } from '../view/deferred/parts.ts'
import { host } from './host.ts'

/** The hashes of what this script loads, which the build appends: they cost `paypane.js` nothing. */
declare const __HASHES__: Readonly<Record<`${LazyScript}.js`, string>>

type LazyScript = 'paypane-fields' | 'paypane-claim' | 'paypane-qr'

const loaderOf =
  <Name extends LazyScript>(name: Name) =>
  () =>
    host.loadScript(name, __HASHES__[`${name}.js`])

host.loaded['paypane-deferred'] = {
  ...deferredParts,
  loaders: {
    payerFields: loaderOf('paypane-fields'),
    claim: loaderOf('paypane-claim'),
    qr: loaderOf('paypane-qr'),
  },
}
