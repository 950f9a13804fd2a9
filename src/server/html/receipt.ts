import type { CheckoutView } from '../../contract/view.ts'
import { type LocaleTag, localeFor } from '../../widget/i18n/tags.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { phrase } from '../../widget/view/deferred/phrase.ts'
import { refundText } from '../../widget/view/deferred/refunds.tsx'
import { formatMoney } from '../../widget/view/format.ts'
import type { Receipt } from '../pages.ts'
import { escapeHtml } from './escape.ts'

/** Amount, date, method and reference of the payment. Together with the merchant's name, the page prints as a receipt. */
export function receiptHtml(
  { order, amount, paid, method, refunds = [] }: CheckoutView,
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
    ...refunds.map((refund) => refundText(t, refund)),
  ]
  const html = rows
    .filter(([, value]) => value !== '')
    .map(
      ([label = '', value = '']) => `<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`,
    )
  return `<dl class="receipt">${html.join('')}</dl>`
}

/** The labels of a receipt that the widget has no phrase for. */
interface ReceiptTexts {
  received: string
  date: string
  method: string
  reference: string
}

const texts = (received: string, date: string, method: string, reference: string): ReceiptTexts => ({
  received,
  date,
  method,
  reference,
})

const english = texts('Received', 'Date', 'Payment method', 'Payment reference')

const byLocale: Readonly<Record<LocaleTag, ReceiptTexts>> = {
  ru: texts('Получено', 'Дата', 'Способ оплаты', 'Номер платежа'),
  uk: texts('Отримано', 'Дата', 'Спосіб оплати', 'Номер платежу'),
  kk: texts('Алынды', 'Күні', 'Төлем тәсілі', 'Төлем нөмірі'),
  uz: texts('Olindi', 'Sana', 'To‘lov usuli', 'To‘lov raqami'),
  az: texts('Alınıb', 'Tarix', 'Ödəniş üsulu', 'Ödəniş nömrəsi'),
  tr: texts('Alınan', 'Tarih', 'Ödeme yöntemi', 'Ödeme referansı'),
  ar: texts('المبلغ المستلم', 'التاريخ', 'طريقة الدفع', 'مرجع الدفع'),
  fa: texts('دریافت‌شده', 'تاریخ', 'روش پرداخت', 'شماره پیگیری'),
  hi: texts('प्राप्त राशि', 'तारीख', 'भुगतान का तरीका', 'भुगतान संदर्भ'),
  bn: texts('প্রাপ্ত', 'তারিখ', 'পেমেন্ট পদ্ধতি', 'পেমেন্ট রেফারেন্স'),
  ur: texts('وصول شدہ', 'تاریخ', 'ادائیگی کا طریقہ', 'ادائیگی کا حوالہ'),
  id: texts('Diterima', 'Tanggal', 'Metode pembayaran', 'Referensi pembayaran'),
  vi: texts('Đã nhận', 'Ngày', 'Phương thức thanh toán', 'Mã thanh toán'),
  th: texts('ได้รับแล้ว', 'วันที่', 'วิธีชำระเงิน', 'หมายเลขอ้างอิงการชำระเงิน'),
  es: texts('Recibido', 'Fecha', 'Método de pago', 'Referencia del pago'),
  'pt-BR': texts('Recebido', 'Data', 'Forma de pagamento', 'Referência do pagamento'),
  fr: texts('Reçu', 'Date', 'Moyen de paiement', 'Référence du paiement'),
  de: texts('Erhalten', 'Datum', 'Zahlungsart', 'Zahlungsreferenz'),
  pl: texts('Otrzymano', 'Data', 'Metoda płatności', 'Numer płatności'),
  'zh-CN': texts('已收到', '日期', '付款方式', '付款编号'),
}

/** The labels in a language; in English for null. */
const receiptTexts = (locale: LocaleTag | null): ReceiptTexts =>
  locale === null ? english : byLocale[locale]
