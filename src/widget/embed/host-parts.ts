import { Component, Fragment, h, hydrate, render } from 'preact'
import { secretOfView } from '../core/checkout-access.ts'
import type { DeferredParts, OnDemand } from '../view/deferred/parts.ts'
import { formatMoney } from '../view/format.ts'
import { CopyButton } from '../view/parts/copy-button.tsx'
import { FieldList, FieldRow } from '../view/parts/field-list.tsx'
import { FormLink } from '../view/parts/form-link.tsx'
import { MethodButton } from '../view/parts/method-button.tsx'
import { PostButton } from '../view/parts/post-button.tsx'

/**
 * The parts that `paypane.js` shares with the scripts that it loads, on their script elements: two copies of Preact cannot
 * share a tree, and one copy of each part is enough.
 */
export const hostParts = {
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
}

export interface HostParts extends Readonly<typeof hostParts> {
  /** Loads one more script from the folder of `paypane.js`, once, whose content the hash guarantees. */
  loadScript: <Name extends keyof LoadedScripts>(
    name: Name,
    integrity: string,
  ) => Promise<LoadedScripts[Name]>
  /** Where each script stores what it has. */
  loaded: Partial<LoadedScripts>
}

/** What the scripts have, by their names. */
export interface LoadedScripts {
  'paypane-deferred': DeferredParts
  'paypane-fields': OnDemand['payerFields']
  'paypane-claim': OnDemand['claim']
  'paypane-qr': OnDemand['qr']
}

declare global {
  interface HTMLScriptElement {
    paypaneHost?: HostParts
  }
}
