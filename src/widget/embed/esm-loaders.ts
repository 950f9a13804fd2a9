import { locales } from '../i18n/locales.ts'
import { localeFor } from '../i18n/tags.ts'
import type { Loaders } from './start-widget.ts'

/** Loaders for ES modules: bundlers emit a chunk for each locale, QR codes, payer fields, the deferred parts and the form of a claim. */
export const esmLoaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return locale && locales[locale]().then(({ messages }) => messages)
  },
  async loadDeferred() {
    const { deferredParts } = await import('../view/deferred/parts.ts')
    return {
      ...deferredParts,
      loadPayerFields: () =>
        import('../view/payer-fields/screen.tsx').then(({ payerFieldsForm }) => payerFieldsForm),
      loadClaim: () => import('../view/claim/form.tsx'),
      loadQr: () => import('../view/qr/open-qr.ts').then(({ openQr }) => openQr),
    }
  },
}
