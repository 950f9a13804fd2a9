/**
 * The script-tag file: defines the global `Paypane` and `<pay-pane>`. It loads locales, what reads QR codes and the form
 * of payer fields on demand, from its own folder.
 * @module
 */
import { h } from 'preact'
import { localeFor } from '../i18n/tags.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-widget.ts'
import { createVerifiedFiles } from './verified-files.ts'

const script = document.currentScript
/** Null without a script element, as if HTML such as `<img name="currentScript">` replaced it: nothing else is loaded. */
const files = script instanceof HTMLScriptElement && script.src ? createVerifiedFiles(script) : null

function verifiedFiles() {
  if (!files) throw new Error('Paypane: the script has no address')
  return files
}

const loaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return (locale && files?.loadMessages(locale)) ?? null
  },
  loadQr: async () => verifiedFiles().loadQr(),
  loadPayerFields: async () => (await verifiedFiles().loadPayerFields())(h),
}

export const mount = (target: Element | string, options: PaypaneOptions): MountedPaypane =>
  mountWidget(target, options, loaders)

definePayPane(loaders)
