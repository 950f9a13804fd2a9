/**
 * The script-tag file: one global `Paypane`, and `<pay-pane>` defined. A locale or the QR encoder is asked for beside
 * it, only when needed.
 * @module
 */
import { createSession as createCoreSession, type Session, type SessionOptions } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import { localeFor } from '../i18n/tags.ts'
import type { EncodeQr } from '../view/qr/encoder.ts'
import { createMount } from './mount.ts'
import { pageEnvironment } from './page.ts'
import { definePayPane } from './pay-pane.ts'
import type { Loaders } from './start-pane.ts'

const script = document.currentScript
const home = script instanceof HTMLScriptElement ? script.src : document.baseURI

const loaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return locale && beside<{ messages: Messages }>(`locales/${locale}.js`).then(({ messages }) => messages)
  },
  loadQr: () => beside<{ encodeQr: EncodeQr }>('paypane-qr.js').then(({ encodeQr }) => encodeQr),
}

/** A module of ours from where this file came. */
function beside<Module>(file: string): Promise<Module> {
  return import(/* @vite-ignore */ new URL(file, home).href)
}

export const mount = createMount(loaders)

export const createSession = ({
  fetch: own,
  ...options
}: SessionOptions & { fetch?: typeof fetch }): Session =>
  createCoreSession(
    options,
    pageEnvironment((url, init) => (own ?? fetch)(url, init)),
  )

definePayPane(loaders)
