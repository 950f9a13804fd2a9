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

/** Without a script: loads the page again by itself, where it does, and at the press of a link. */
export function reloadHtml(
  content: PageContent,
  main: string,
  t: Translator,
): { meta: string; link: string } {
  const { view, progress } = content
  // A choice waits for the payer.
  if (view === null || view.final || view.status === 'choosing' || isChoosingAgain(content))
    return { meta: '', link: '' }
  const seconds = reloadSeconds(view, progress, main.includes(' name="fields['))
  const { checkAgain } = pageTexts(t.locale)
  return {
    meta: seconds === null ? '' : `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>\n`,
    // To the page's own address: that of a return is another page than the order's.
    link: `<noscript><p class="notice"><a href="">${escapeHtml(checkAgain)}</a></p></noscript>`,
  }
}

/**
 * Soon while the payer only waits. Who has something to do is not interrupted before the page changes with the time: with a
 * screen reader or switches they would begin again. What they type is never lost.
 */
function reloadSeconds(
  view: CheckoutView,
  { returned }: PageContent['progress'],
  isFillingIn: boolean,
): number | null {
  if (isFillingIn) return null
  if (!hasToDo(view) || returned) return Math.max(5, Math.ceil(view.pollAfter ?? 0))
  if (view.reportedSentAt) return 30
  return view.action === null || view.expiresAt === null ? null : secondsToNext(view, view.expiresAt)
}

/** The payer can pay, start again or make a claim. Who has made one waits for its decision. */
const hasToDo = ({ action, retry, canClaim, claim }: CheckoutView): boolean =>
  action !== null || (claim?.state !== 'open' && (retry || canClaim === true))

/** Until the page changes with the time: more time is offered, or there is none left to pay. */
function secondsToNext({ canExtend, now }: CheckoutView, expiresAt: string): number {
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
