import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { ProblemCode } from '../../contract/problem-codes.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { phrase } from '../../widget/view/deferred/phrase.ts'
import type { ViewOptions } from '../../widget/view/model.ts'
import { StatusIcon } from '../../widget/view/parts/icon.tsx'
import { isTimeZone } from '../lib/time-zone.ts'
import type { PageContent, Pages, Site } from '../pages.ts'
import { attributes, escapeHtml } from './escape.ts'
import { pageCss } from './page-styles.ts'
import { receiptHtml } from './receipt.ts'
import { refundCss, refundHtml } from './refund-page.ts'
import { languageOf, loadTranslator, type RenderWidgetOptions, renderWidget } from './render-widget.ts'
import { sourceHash, widgetStyleHash } from './widget-styles.ts'
import { payUntilHtml, qrImageHtml, reloadHtml } from './without-script.ts'

/** A link in the page's footer. */
export interface PageLink {
  /** For payers of each language, by its tag: `{ en: 'Help', uk: 'Довідка' }`; English, else the first, for the others. */
  text: string | Readonly<Record<string, string>>
  /** https, mailto, tel, or a path of this server. */
  url: string
}

/** Options of the hosted page. Its view names the shop and where payers get help: the option `merchant` of the server. */
export interface HostedPagesOptions extends Pick<ViewOptions, 'theme' | 'present'> {
  /** The merchant's name. */
  name: string
  /** The address of the merchant's logo: https, or a path of this server. */
  logo?: string | undefined
  /** A CSS color for buttons and links, such as `#0a7d4b`. */
  accent?: string | undefined
  /** The address of the shop, behind its name: https, or a path of this server. A page that shows no order leads there. */
  home?: string | undefined
  /** Links below the payment: help, terms, back to the shop. */
  links?: readonly PageLink[] | undefined
  /** A BCP 47 language tag. Default: the payer's, by `Accept-Language`. */
  locale?: string | undefined
  /** The shop's time zone, for the times of receipts, such as `Europe/Kyiv`. Default: `UTC`. */
  timeZone?: string | undefined
  /** The origins whose pages may frame the page. Default: none. */
  frameAncestors?: readonly string[] | undefined
}

/**
 * Payment pages for `createPaypane` at `{base}/o/{token}` and `{base}/return/…`. They are complete HTML: a payer can pay
 * without JavaScript.
 *
 * @throws `TypeError` if a color, an address, a time zone or an origin is invalid.
 * @example
 * const pages = hostedPages({ name: 'Shop', accent: '#0a7d4b' })
 * // createPaypane({ …, pages })
 */
export function hostedPages(options: HostedPagesOptions): Pages {
  const { accent, theme } = options
  assertValid(options)
  const css = pageCss(accent, theme)
  const policy = contentPolicy(options, css)
  const localeOf = (request: Request): string => options.locale ?? languageOf(request)
  const render = (view: CheckoutView, { base, publicUrl }: Site, more: Partial<RenderWidgetOptions>) =>
    renderWidget(view, { theme, present: options.present, ...more, endpoint: base, pageUrl: publicUrl })

  return {
    language: localeOf,
    async page(request, site) {
      const locale = localeOf(request)
      const t = await loadTranslator(locale)
      return {
        headers: { ...pageHeaders, 'content-security-policy': policy },
        start: startHtml(site, css, t),
        async rest(content) {
          const { view, problem, formAction, progress } = content
          const present = presentOf(options, content)
          const main =
            view === null
              ? problemHtml(options, problem, t)
              : await render(view, site, { present, locale, formAction, progress })
          return restHtml({ options, content, present, t, main })
        },
      }
    },
    async refund(request, content) {
      const t = await loadTranslator(localeOf(request))
      const { title, main } = refundHtml(content, t)
      const pageStyles = css + refundCss(options.accent)
      return {
        headers: { ...pageHeaders, 'content-security-policy': contentPolicy(options, pageStyles) },
        html: `${headHtml(pageStyles, t)}<title>${escapeHtml(`${title} · ${options.name}`)}</title>
</head>
<body>
${headerHtml(options)}
<main><section class="sheet">${main}</section></main>
</body>
</html>
`,
      }
    },
    widget: (request, view, site) => render(view, site, { locale: localeOf(request) }),
  }
}

const pageHeaders = {
  // The address contains a token.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  vary: 'accept-language',
}

/** A payer who returns from the form of a transfer may have paid there: its details would read as a request to pay again. */
function presentOf({ present }: HostedPagesOptions, { view, progress }: PageContent): ViewOptions['present'] {
  const mayHavePaid = progress.returned && view?.action?.type === 'transfer' && !view.reportedSentAt
  return mayHavePaid ? 'form' : present
}

function headerHtml({ name, logo, home }: HostedPagesOptions): string {
  const image = logo === undefined ? '' : `<img${attributes({ src: logo, alt: '' })}>`
  const shop = `${image}<bdi>${escapeHtml(name)}</bdi>`
  return `<header><h1>${home === undefined ? shop : `<a${attributes({ href: home })}>${shop}</a>`}</h1></header>`
}

const startHtml = ({ base }: Site, css: string, t: Translator): string =>
  `${headHtml(css, t)}<script${attributes({ src: `${base}/paypane.js` })} async></script>\n`

const headHtml = (css: string, t: Translator): string => `<!doctype html>
<html${attributes({ lang: t.locale, dir: t.direction })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${css}</style>
`

interface PageParts {
  options: HostedPagesOptions
  content: PageContent
  present: ViewOptions['present']
  t: Translator
  /** The widget, or a message if the order cannot be opened. */
  main: string
}

function restHtml({ options, content, present, t, main }: PageParts): string {
  const { name, links = [], timeZone = 'UTC' } = options
  const { view, receipt } = content
  const title = view?.order ? `${t('order', { order: view.order })} · ${name}` : name
  const paidTitle = `${t('succeeded')} · ${title}`
  const reload = reloadHtml(content, main, t)
  const footer = links
    .map(({ text, url }) => `<a${attributes({ href: url })}>${escapeHtml(textFor(text, t.locale))}</a>`)
    .join(' ')
  return `<title>${escapeHtml(view?.status === 'succeeded' ? paidTitle : title)}</title>
${reload.meta}</head>
<body>
${headerHtml(options)}
<main${attributes(pageData(content, paidTitle))}>${noticeHtml(content, t)}${payUntilHtml(content, timeZone, t)}${reload.stop}<div>${main}</div>${qrImageHtml(content, present, t)}${reload.link}${view && receipt ? receiptHtml(view, receipt, t, timeZone) : ''}</main>
<footer>${footer}</footer>
<script>${pageScript}</script>
</body>
</html>
`
}

/** The text in the payer's language, else in English, else the first. */
function textFor(text: PageLink['text'], locale: string): string {
  if (typeof text === 'string') return text
  const language = locale.split('-', 1)[0]
  const tag = Object.keys(text).find((one) => one.split('-', 1)[0] === language)
  return text[locale] ?? text[tag ?? 'en'] ?? Object.values(text)[0] ?? ''
}

/** The errors of payer fields speak for themselves. The form of a claim is long: its errors may be out of sight. */
function noticeHtml({ view, problem, progress }: PageContent, t: Translator): string {
  if (view === null || problem === null || (problem === 'fields_invalid' && !progress.claiming)) return ''
  return `<p class="notice" role="alert">${escapeHtml(noticeText(problem, t))}</p>`
}

function noticeText(problem: ProblemCode, t: Translator): string {
  if (problem === 'attempts_limit') return phrase(t, 'attemptsLimit')
  return problem === 'not_replaceable' ? phrase(t, 'notReplaceable') : t('actionFailed')
}

type ProblemTexts = (t: Translator) => readonly [heading: string, hint: string]

const notFoundTexts: ProblemTexts = (t) => [phrase(t, 'notFound'), phrase(t, 'notFoundHint')]

const problemTexts: Partial<Record<ProblemCode, ProblemTexts>> = {
  order_expired: (t) => [phrase(t, 'orderExpired'), phrase(t, 'notFoundHint')],
  amount_changed: (t) => [phrase(t, 'amountChanged'), phrase(t, 'notFoundHint')],
  attempts_limit: (t) => [t('unavailable'), phrase(t, 'attemptsLimit')],
  order_unknown: notFoundTexts,
  checkout_unknown: notFoundTexts,
  forbidden: notFoundTexts,
}

const unavailableTexts: ProblemTexts = (t) => [t('unavailable'), t('unavailableHint')]

/** That of the widget's screens. */
const warningIcon = renderToString(h(StatusIcon, { tone: 'warning' }))

function problemHtml({ name, home }: HostedPagesOptions, problem: ProblemCode | null, t: Translator): string {
  const textsOf = (problem && problemTexts[problem]) ?? unavailableTexts
  const [heading, hint] = textsOf(t)
  const back = escapeHtml(phrase(t, 'backTo', { shop: name }))
  const link = home === undefined ? '' : `<a${attributes({ class: 'button', href: home })}>${back}</a>`
  return `<section class="problem sheet"><h2>${warningIcon}<span>${escapeHtml(heading)}</span></h2><p>${escapeHtml(hint)}</p>${link}</section>`
}

/** What `pageScript` reads. */
function pageData({ view, progress, formAction }: PageContent, paidTitle: string): Record<string, string> {
  if (view === null) return {}
  const returned = { 'data-attempts': String(view.attempts), 'data-page': formAction }
  return { 'data-paid': paidTitle, ...(progress.returned && returned) }
}

/**
 * Shows in the tab's title that the order is paid, and prints the receipt. The address of a return is that of one attempt: with
 * the next one it becomes the order's, for a reload would take the payer for one who has left and returned.
 */
const pageScript = `
const { paid, attempts, page } = document.querySelector('main').dataset
addEventListener('paypane-success', () => { document.title = paid })
addEventListener('paypane-change', ({ detail: { view } }) => { if (view.attempts > attempts) history.replaceState(null, '', page) })
for (const button of document.querySelectorAll('.print')) { button.hidden = false; button.onclick = () => print() }
`

/** Allows only the kit's own script and style sheets, and only frames on the origins of `frameAncestors`. */
function contentPolicy({ logo, frameAncestors = [] }: HostedPagesOptions, css: string): string {
  const logoOrigin = logo?.startsWith('https:') ? ` ${new URL(logo).origin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${sourceHash(pageScript)}`,
    `style-src ${sourceHash(css)} ${widgetStyleHash}`,
    `img-src 'self' data: blob:${logoOrigin}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types paypane',
  ].join('; ')
}

function assertValid({
  accent,
  logo,
  home,
  links = [],
  timeZone,
  frameAncestors = [],
}: HostedPagesOptions): void {
  if (accent !== undefined && !/^#[\da-f]{3,8}$|^[a-z]+$|^[a-z]+\([\d.,%/ a-z-]+\)$/i.test(accent))
    throw new TypeError('hostedPages: accent is not a CSS color')
  for (const address of [logo, home, ...links.map(({ url }) => url)])
    if (address !== undefined && !/^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(address))
      throw new TypeError(`hostedPages: ${address} is neither https, mailto, tel nor a path`)
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new TypeError(`hostedPages: ${timeZone} is not a time zone such as Europe/Kyiv`)
  for (const origin of frameAncestors)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new TypeError(`hostedPages: ${origin} is not an origin`)
}
