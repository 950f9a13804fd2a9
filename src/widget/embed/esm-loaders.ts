import { locales } from '../i18n/locales.ts'
import type { DeferredParts } from '../view/deferred/parts.ts'
import type { Loaders } from './start-widget.ts'

/** Loaders for ES modules: bundlers emit a chunk for each locale, QR codes, payer fields, the deferred parts and the form of a claim. */
export const esmLoaders: Loaders = {
  loadMessages: (locale) => locales[locale]().then(({ messages }) => messages),
  async loadDeferred() {
    const { deferredParts } = await import('../view/deferred/parts.ts')
    const loaders: DeferredParts['loaders'] = {
      payerFields: () => import('../view/payer-fields/screen.tsx').then((module) => module.payerFieldsForm),
      claim: () => import('../view/claim/form.tsx').then((module) => module.claimCode),
      qr: () => import('../view/qr/open-qr.ts'),
    }
    return { ...deferredParts, loaders }
  },
}
