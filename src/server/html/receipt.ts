import type { CheckoutView } from '../../contract/view.ts'
import { localeFor } from '../../widget/i18n/tags.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { phrase } from '../../widget/view/deferred/phrase.ts'
import { formatMoney } from '../../widget/view/format.ts'
import type { Receipt } from '../pages.ts'
import { escapeHtml } from './escape.ts'
import { receiptTexts } from './receipt-texts.ts'

/** Amount, date, method and reference of the payment. Together with the merchant's name, the page prints as a receipt. */
export function receiptHtml(
  { order, amount, paid, method }: CheckoutView,
  { at, reference }: Receipt,
  t: Translator,
): string {
  const { received, date, ...labels } = receiptTexts(localeFor(t.locale))
  // The payer's time zone is unknown.
  const time = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  const rows = [
    [phrase(t, 'orderReference'), order],
    [t('amount'), formatMoney(amount, t.locale)],
    [received, formatMoney(paid ?? amount, t.locale)],
    [date, time.format(at)],
    [labels.method, t(method === 'transfer' ? 'methodTransfer' : 'methodForm')],
    [labels.reference, reference],
  ]
  const html = rows
    .filter(([, value]) => value !== '')
    .map(
      ([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
    )
  return `<dl class="receipt">${html.join('')}</dl>`
}
