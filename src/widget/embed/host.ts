import type {} from './host-parts.ts'

const script = document.currentScript
if (!(script instanceof HTMLScriptElement && script.paypaneHost))
  throw new Error('Paypane: this file is loaded by paypane.js')

/**
 * What `paypane.js` gives to a script that it loads. The build exports each shared part from here, too, and resolves the
 * imports of the parts to this module.
 */
export const host = script.paypaneHost
