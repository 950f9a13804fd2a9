import type {} from './host-parts.ts'

/** In scripts that `paypane.js` loads, the build resolves the imports of these parts to this module. */
const script = document.currentScript
if (!(script instanceof HTMLScriptElement && script.paypaneHost))
  throw new Error('Paypane: this file is loaded by paypane.js')

export const {
  h,
  Fragment,
  Component,
  hydrate,
  render,
  formatMoney,
  secretOfView,
  CopyButton,
  FieldList,
  FieldRow,
  FormLink,
  MethodButton,
  PostButton,
  loadScript,
} = script.paypaneHost
