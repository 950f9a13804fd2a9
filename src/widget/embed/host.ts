import type { h as createElement, Fragment as PreactFragment } from 'preact'
import type { formatMoney as format } from '../view/format.ts'
import type { FieldList as Fields } from '../view/parts/field-list.tsx'
import type { OrderRow as Order } from '../view/parts/order-row.tsx'
import type { PostButton as Button } from '../view/parts/post-button.tsx'

/** What `paypane.js` gives to a script that it loads: two copies of Preact cannot share a tree, and one of each part is enough. */
export interface Host {
  h: typeof createElement
  Fragment: typeof PreactFragment
  formatMoney: typeof format
  FieldList: typeof Fields
  OrderRow: typeof Order
  PostButton: typeof Button
}

export let h: Host['h']
export let Fragment: Host['Fragment']
export let formatMoney: Host['formatMoney']
export let FieldList: Host['FieldList']
export let OrderRow: Host['OrderRow']
export let PostButton: Host['PostButton']

export function setHost(host: Host): void {
  ;({ h, Fragment, formatMoney, FieldList, OrderRow, PostButton } = host)
}
