/**
 * The script-tag file: one global `Paypane`, and `<pay-pane>` defined. A locale or the QR encoder is asked for beside
 * it, only when needed.
 * @module
 */
import type { Messages } from '../i18n/messages.ts'
import { localeFor } from '../i18n/tags.ts'
import type { PaintText } from '../view/qr/paint-text.ts'
import { type MountedPaypane, mountPane } from './mount.ts'
import type { PaypaneOptions } from './options.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-pane.ts'

const script = document.currentScript
const home = script instanceof HTMLScriptElement ? script.src : document.baseURI

const loaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return locale && beside<{ messages: Messages }>(`locales/${locale}.js`).then(({ messages }) => messages)
  },
  loadQr: () => beside<{ paintText: PaintText }>('paypane-qr.js').then(({ paintText }) => paintText),
}

/** A module of ours from where this file came. */
function beside<Module>(file: string): Promise<Module> {
  return import(/* @vite-ignore */ new URL(file, home).href)
}

export const mount = (target: Element | string, options: PaypaneOptions): MountedPaypane =>
  mountPane(target, options, loaders)

definePayPane(loaders)
