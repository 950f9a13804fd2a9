/**
 * The script-tag file: defines the global `Paypane` and `<pay-pane>`. It loads locales and the QR encoder on demand, from
 * its own folder.
 * @module
 */
import type { Messages } from '../i18n/messages.ts'
import { localeFor } from '../i18n/tags.ts'
import type { PaintText } from '../view/qr/paint-text.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneOptions } from './options.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-widget.ts'

const script = document.currentScript
const baseUrl = script instanceof HTMLScriptElement ? script.src : document.baseURI

const loaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return (
      locale && importSibling<{ messages: Messages }>(`locales/${locale}.js`).then(({ messages }) => messages)
    )
  },
  loadQr: () => importSibling<{ paintText: PaintText }>('paypane-qr.js').then(({ paintText }) => paintText),
}

/** Imports a module from the folder of this script. */
function importSibling<Module>(file: string): Promise<Module> {
  return import(/* @vite-ignore */ new URL(file, baseUrl).href)
}

export const mount = (target: Element | string, options: PaypaneOptions): MountedPaypane =>
  mountWidget(target, options, loaders)

definePayPane(loaders)
