import { locales } from '../i18n/locales.ts'
import { localeFor } from '../i18n/tags.ts'
import type { Loaders } from './start-widget.ts'

/** Loaders for ES modules: bundlers emit a chunk for each locale, for QR codes, for the form and for unpaid payments. */
export const esmLoaders: Loaders = {
  loadMessages(tag) {
    const locale = localeFor(tag)
    return locale && locales[locale]().then(({ messages }) => messages)
  },
  loadQr: () => import('../view/qr/open-qr.ts').then(({ openQr }) => openQr),
  loadPayerFields: () =>
    import('../view/payer-fields/screen.tsx').then(({ payerFieldsForm }) => payerFieldsForm),
  loadUnpaid: () => import('../view/unpaid/screens.ts').then(({ unpaidScreens }) => unpaidScreens),
}
