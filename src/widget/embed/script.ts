/**
 * The script-tag file: defines the global `Paypane` and `<pay-pane>`. It loads locales, what reads QR codes, the form
 * of payer fields and the screens of unpaid payments on demand, from its own folder.
 * @module
 */
import { Component, createRef, Fragment, h } from 'preact'
import { localeFor } from '../i18n/tags.ts'
import { formatMoney } from '../view/format.ts'
import { CopyButton } from '../view/parts/copy-button.tsx'
import { FieldList, FieldRow } from '../view/parts/field-list.tsx'
import { OrderRow } from '../view/parts/order-row.tsx'
import { PostButton } from '../view/parts/post-button.tsx'
import type { Host } from './host.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-widget.ts'
import { createVerifiedFiles } from './verified-files.ts'

const host: Host = {
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
}

const script = document.currentScript
/** HTML such as `<img name="currentScript">` may replace the script element. */
const files = createVerifiedFiles(script instanceof HTMLScriptElement ? script : null, host)

const loaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return locale && files.loadMessages(locale)
  },
  loadQr: files.loadQr,
  loadPayerFields: files.loadPayerFields,
  loadUnpaid: files.loadUnpaid,
}

export const mount = (target: Element | string, options: PaypaneOptions): MountedPaypane =>
  mountWidget(target, options, loaders)

definePayPane(loaders)
