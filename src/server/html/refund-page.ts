import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { PayerField } from '../../contract/view.ts'
import { type LocaleTag, localeFor } from '../../widget/i18n/tags.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { buttonStyles } from '../../widget/styles/brand.ts'
import { refundText } from '../../widget/view/deferred/refunds.tsx'
import { FieldInput } from '../../widget/view/payer-fields/field-input.tsx'
import { labelOf } from '../../widget/view/payer-fields/text.ts'
import type { RefundContent } from '../pages.ts'
import { attributes, escapeHtml } from './escape.ts'

export const refundCss = (accent: string | undefined): string => `
form, .payer-field { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; max-width: 30em }
.payer-field { gap: 4px }
.payer-field label { font-weight: 600 }
.payer-field label span { font-weight: 400 }
form :is(input, select) { min-height: 48px; padding: 0 12px; font: inherit; color: inherit; background: Field; border: 1px solid GrayText; border-radius: 8px }
[dir=rtl] form :is(input, small) { text-align: right }
form [aria-invalid=true] { border-color: light-dark(#a5351c, #ff9f86) }
.field-error { margin: 0; color: light-dark(#a5351c, #ff9f86) }
form button { min-height: 48px; padding: 8px 20px; font: inherit; font-weight: 600; color: light-dark(#fff, #10141c); background: light-dark(#23439b, #9db4ff); border: 0; border-radius: 8px }${accent === undefined ? '' : buttonStyles(accent)}
`

/** The title and the content of a refund's page; null: its address is not valid any more. */
export function refundHtml(content: RefundContent | null, t: Translator): { title: string; main: string } {
  const texts = refundTexts(t.locale)
  if (content === null) return { title: texts.gone, main: `<h2>${escapeHtml(texts.gone)}</h2>` }
  const { amount, order, state } = content
  const [title, stateText] = refundText(t, { amount, state: state === 'withdrawn' ? 'requested' : state })
  const main =
    state === 'requested'
      ? `<p>${escapeHtml(texts.where)}</p>${formHtml(content, t, texts.send)}`
      : `<p role="status">${escapeHtml(stateText || texts.gone)}</p>`
  return {
    title,
    main: `<p><bdi>${escapeHtml(t('order', { order }))}</bdi></p><h2>${escapeHtml(title)}</h2>${main}`,
  }
}

const formHtml = (content: RefundContent, t: Translator, send: string): string =>
  `<form${attributes({ method: 'post', action: content.formAction })}>${content.fields
    .map((field, index) => fieldHtml(field, index, content, t))
    .join('')
    // Only the first that is wrong.
    .replace(
      'aria-invalid="true"',
      'aria-invalid="true" autofocus',
    )}<button>${escapeHtml(send)}</button></form>`

/** As in the widget: each error is bound to its field. */
function fieldHtml(field: PayerField, index: number, content: RefundContent, t: Translator): string {
  const { fields, values, invalid } = content
  return renderToString(
    h(FieldInput, {
      id: `refund-field-${index}`,
      field,
      label: labelOf(field, t),
      value: values[field.key] ?? '',
      brokenRule: invalid.find(({ key }) => key === field.key)?.rule ?? null,
      isLast: index === fields.length - 1,
      t,
      onType: () => undefined,
    }),
  )
}

/** The texts of a refund's page that the widget has no phrase for. */
interface RefundTexts {
  where: string
  send: string
  gone: string
}

const texts = (where: string, send: string, gone: string): RefundTexts => ({ where, send, gone })

const english = texts(
  'Where should we send the money?',
  'Send it here',
  'This link no longer works. Please contact the shop.',
)

const byLocale: Readonly<Record<LocaleTag, RefundTexts>> = {
  ru: texts(
    'Куда отправить деньги?',
    'Отправить сюда',
    'Эта ссылка больше не действует. Обратитесь в магазин.',
  ),
  uk: texts('Куди надіслати гроші?', 'Надіслати сюди', 'Це посилання більше не діє. Зверніться до магазину.'),
  kk: texts(
    'Ақшаны қайда жіберейік?',
    'Осында жіберу',
    'Бұл сілтеме енді жұмыс істемейді. Дүкенге хабарласыңыз.',
  ),
  uz: texts(
    'Pulni qayerga yuboraylik?',
    'Shu yerga yuborish',
    'Bu havola endi ishlamaydi. Doʻkonga murojaat qiling.',
  ),
  az: texts('Pulu hara göndərək?', 'Bura göndər', 'Bu link artıq işləmir. Mağaza ilə əlaqə saxlayın.'),
  tr: texts(
    'Parayı nereye gönderelim?',
    'Buraya gönder',
    'Bu bağlantı artık geçerli değil. Lütfen mağazayla iletişime geçin.',
  ),
  ar: texts('إلى أين نرسل المبلغ؟', 'أرسل إلى هنا', 'لم يعد هذا الرابط صالحًا. يُرجى التواصل مع المتجر.'),
  fa: texts(
    'پول را به کجا بفرستیم؟',
    'به اینجا بفرستید',
    'این پیوند دیگر معتبر نیست. لطفاً با فروشگاه تماس بگیرید.',
  ),
  hi: texts('पैसे कहाँ भेजें?', 'यहाँ भेजें', 'यह लिंक अब काम नहीं करता। कृपया दुकान से संपर्क करें।'),
  bn: texts('টাকা কোথায় পাঠাব?', 'এখানে পাঠান', 'এই লিঙ্কটি আর কাজ করে না। বিক্রেতার সাথে যোগাযোগ করুন।'),
  ur: texts('رقم کہاں بھیجیں؟', 'یہاں بھیجیں', 'یہ لنک اب کام نہیں کرتا۔ براہِ کرم اسٹور سے رابطہ کریں۔'),
  id: texts('Ke mana uangnya kami kirim?', 'Kirim ke sini', 'Tautan ini tidak berlaku lagi. Hubungi toko.'),
  vi: texts(
    'Chúng tôi nên gửi tiền đến đâu?',
    'Gửi đến đây',
    'Liên kết này không còn hiệu lực. Vui lòng liên hệ cửa hàng.',
  ),
  th: texts('ให้เราส่งเงินไปที่ไหน', 'ส่งมาที่นี่', 'ลิงก์นี้ใช้ไม่ได้แล้ว โปรดติดต่อร้านค้า'),
  es: texts(
    '¿Adónde enviamos el dinero?',
    'Enviar aquí',
    'Este enlace ya no es válido. Contacte con la tienda.',
  ),
  'pt-BR': texts(
    'Para onde enviamos o dinheiro?',
    'Enviar para cá',
    'Este link não é mais válido. Fale com a loja.',
  ),
  fr: texts(
    'Où devons-nous envoyer l’argent\u202f?',
    'Envoyer ici',
    'Ce lien n’est plus valable. Contactez la boutique.',
  ),
  de: texts(
    'Wohin sollen wir das Geld senden?',
    'Hierhin senden',
    'Dieser Link ist nicht mehr gültig. Bitte wenden Sie sich an den Shop.',
  ),
  pl: texts('Dokąd wysłać pieniądze?', 'Wyślij tutaj', 'Ten link już nie działa. Skontaktuj się ze sklepem.'),
  'zh-CN': texts('请告诉我们退款收款方式', '退款到这里', '此链接已失效，请联系商家。'),
}

/** In English where the language has none. */
function refundTexts(language: string): RefundTexts {
  const tag = localeFor(language)
  return tag === null ? english : byLocale[tag]
}
