import type { CheckoutView } from '../../contract/view.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { urgentMs } from '../../widget/view/deferred/time-left.ts'
import { formatMoney } from '../../widget/view/format.ts'
import type { ViewOptions } from '../../widget/view/model.ts'
import { readQr } from '../../widget/view/qr/read-qr.ts'
import type { PageContent } from '../pages.ts'
import { attributes, escapeHtml } from './escape.ts'
import { pageTexts } from './page-texts.ts'

/** From here on the time has its day: without it, an hour that has passed today would read as over. */
const withDayFromMs = 12 * 3_600_000

/** Without a script the time that is left would stand still. */
export function payUntilHtml({ view }: PageContent, timeZone: string, t: Translator): string {
  if (view?.status !== 'pending' || view.action === null || view.expiresAt === null) return ''
  if (view.reportedSentAt) return ''
  const needsDay = Date.parse(view.expiresAt) - Date.parse(view.now) >= withDayFromMs
  const time = new Intl.DateTimeFormat(t.locale, {
    ...(needsDay && { month: 'long', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  const { payUntil } = pageTexts(t.locale)
  const text = `${payUntil} ${time.format(new Date(view.expiresAt))}`
  return `<noscript><p class="notice">${escapeHtml(text)}</p></noscript>`
}

/** Without a script: loads the page again by itself, where it does, until a link stops it, and at the press of a link. */
export function reloadHtml(
  content: PageContent,
  main: string,
  t: Translator,
): { meta: string; stop: string; link: string } {
  const { view, progress, noReloadUrl } = content
  // A choice waits for the payer.
  if (view === null || view.final || view.status === 'choosing' || isChoosingAgain(content))
    return { meta: '', stop: '', link: '' }
  const { checkAgain, stopReloading } = pageTexts(t.locale)
  // To the page's own address: that of a return is another page than the order's.
  const link = linkHtml('', checkAgain)
  // What the payer types is never lost.
  if (main.includes(' name="fields[')) return { meta: '', stop: '', link }
  const seconds = secondsOfWaiting(view, progress)
  if (seconds === null) return { meta: refreshHtml(secondsToNext(view)), stop: '', link }
  if (noReloadUrl === null) return { meta: '', stop: '', link }
  return { meta: refreshHtml(seconds), stop: linkHtml(noReloadUrl, stopReloading), link }
}

const refreshHtml = (seconds: number | null): string =>
  seconds === null ? '' : `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>\n`

const linkHtml = (href: string, text: string): string =>
  `<noscript><p class="notice"><a${attributes({ href })}>${escapeHtml(text)}</a></p></noscript>`

/**
 * Between two looks, while the payer only waits; a screen reader reaches the link that stops them meanwhile. Null: the payer
 * has something to do, and would begin again with a screen reader or switches.
 */
function secondsOfWaiting(view: CheckoutView, { returned }: PageContent['progress']): number | null {
  if (!hasToDo(view) || returned) return Math.max(10, Math.ceil(view.pollAfter ?? 0))
  return view.reportedSentAt ? 30 : null
}

/** The payer can pay, start again or make a claim. Who has made one waits for its decision. */
const hasToDo = ({ action, retry, canClaim, claim }: CheckoutView): boolean =>
  action !== null || (claim?.state !== 'open' && (retry || canClaim === true))

/** Until the page changes with the time: more time is offered, or there is none left to pay. */
function secondsToNext({ action, canExtend, expiresAt, now }: CheckoutView): number | null {
  if (action === null || expiresAt === null) return null
  const leftMs = Date.parse(expiresAt) - Date.parse(now)
  const nextMs = canExtend && leftMs > urgentMs ? leftMs - urgentMs : leftMs
  return Math.max(5, Math.ceil(nextMs / 1000))
}

/** Another method, instead of the failed or the open attempt. */
const isChoosingAgain = ({
  view,
  progress: { choosingAgain = false, fillingIn = null },
}: PageContent): boolean =>
  (choosingAgain || fillingIn !== null) && (view?.retry === true || view?.canReplace === true)

/**
 * Without a script there is no canvas for a QR code that came as an image. Left out once the payer has reported the money as
 * sent, while another method is being chosen, and where the form is shown instead.
 */
export function qrImageHtml(content: PageContent, present: ViewOptions['present'], t: Translator): string {
  const { view } = content
  if (view?.action?.type !== 'transfer' || view.reportedSentAt || isChoosingAgain(content)) return ''
  const { qr, code, recipient, formUrl } = view.action
  if (present === 'form' && formUrl) return ''
  const image = qr && code == null ? readQr(qr) : null
  if (image?.type !== 'image') return ''
  const data = btoa(Array.from(image.bytes, (byte) => String.fromCharCode(byte)).join(''))
  const imageAttributes = attributes({
    class: 'qr',
    src: `data:${image.mime};base64,${data}`,
    alt: [formatMoney(view.amount, t.locale), recipient].filter(Boolean).join(', '),
  })
  return `<noscript><figure><figcaption>${escapeHtml(t('qr'))}</figcaption><img${imageAttributes}></figure></noscript>`
}
