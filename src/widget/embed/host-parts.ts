import { Component, Fragment, h, hydrate, render } from 'preact'
import { formatMoney } from '../view/format.ts'
import { CopyButton } from '../view/parts/copy-button.tsx'
import { FieldList, FieldRow } from '../view/parts/field-list.tsx'
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
  CopyButton,
  FieldList,
  FieldRow,
  PostButton,
}

export type HostParts = typeof hostParts

declare global {
  interface HTMLScriptElement {
    paypaneHost?: HostParts
  }
}
