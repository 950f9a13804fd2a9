import type * as preact from 'preact'
import type * as format from '../view/format.ts'
import type * as copyButton from '../view/parts/copy-button.tsx'
import type * as fieldList from '../view/parts/field-list.tsx'
import type * as orderRow from '../view/parts/order-row.tsx'
import type * as postButton from '../view/parts/post-button.tsx'

/**
 * What `paypane.js` gives to a script that it loads, on the script's element: two copies of Preact cannot share a tree, and
 * one of each part is enough.
 */
export interface Host
  extends Pick<typeof preact, 'h' | 'Fragment' | 'Component' | 'createRef'>,
    Pick<typeof format, 'formatMoney'>,
    Pick<typeof copyButton, 'CopyButton'>,
    Pick<typeof fieldList, 'FieldList' | 'FieldRow'>,
    Pick<typeof orderRow, 'OrderRow'>,
    Pick<typeof postButton, 'PostButton'> {}

declare global {
  interface HTMLScriptElement {
    paypaneHost?: Host
  }
}

const script = document.currentScript
if (!(script instanceof HTMLScriptElement && script.paypaneHost))
  throw new Error('Paypane: this file is loaded by paypane.js')

export const {
  h,
  Fragment,
  Component,
  createRef,
  formatMoney,
  CopyButton,
  FieldList,
  FieldRow,
  OrderRow,
  PostButton,
} = script.paypaneHost
