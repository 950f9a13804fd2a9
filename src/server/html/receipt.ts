import type { CheckoutView } from '../../contract/view.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { phrase } from '../../widget/view/deferred/phrase.ts'
import { refundText } from '../../widget/view/deferred/refunds.tsx'
import { formatMoney } from '../../widget/view/format.ts'
import type { Receipt } from '../pages.ts'
import { escapeHtml } from './escape.ts'
import { pageTexts } from './page-texts.ts'

/**
 * A sheet below the widget; only the sheet is printed. The rows that the widget shows, too, are on paper only. Its button needs
 * the page's script.
 */
export function receiptHtml(
  { order, amount, paid, method, refunds = [] }: CheckoutView,
  { at, reference }: Receipt,
  t: Translator,
  timeZone: string,
): string {
  const texts = pageTexts(t.locale)
  const time = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'long', timeZone })
  const [requested, received] = [formatMoney(amount, t.locale), formatMoney(paid ?? amount, t.locale)]
  const row = (label: string, value: string, where = '') =>
    value && `<div${where}><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`
  const rows = [
    row(phrase(t, 'orderReference'), order, onPaper),
    requested === received ? '' : row(t('amount'), requested),
    row(texts.received, received, requested === received ? onPaper : ''),
    row(texts.date, time.format(at)),
    row(phrase(t, 'paymentMethod'), t(method === 'transfer' ? 'methodTransfer' : 'methodForm'), onPaper),
    row(texts.reference, reference),
    ...refunds.map((refund) => row(...refundText(t, refund), onPaper)),
  ]
  return `<section class="receipt sheet" aria-labelledby="receipt">
<h2 id="receipt">${escapeHtml(phrase(t, 'receipt'))}</h2>
<p class="paper total"><b>${escapeHtml(received)}</b> ${escapeHtml(t('succeeded'))}</p>
<dl>${rows.join('')}</dl>
<button type="button" class="button print" hidden>${escapeHtml(texts.print)}</button>
</section>`
}

const onPaper = ' class="paper"'
