import type { ProblemCode } from '../../contract/problem-codes.ts'
import type { CheckoutView } from '../../contract/view.ts'
import type { Translator } from '../../widget/i18n/translator.ts'
import { linkStyles } from '../../widget/styles/brand.ts'
import { phrase } from '../../widget/view/deferred/phrase.ts'
import { formatMoney } from '../../widget/view/format.ts'
import type { ViewOptions } from '../../widget/view/model.ts'
import { readQr } from '../../widget/view/qr/read-qr.ts'
import type { PageContent, Pages, Site } from '../pages.ts'
import { attributes, escapeHtml } from './escape.ts'
import { receiptHtml } from './receipt.ts'
import { refundCss, refundHtml } from './refund-page.ts'
import { languageOf, loadTranslator, type RenderWidgetOptions, renderWidget } from './render-widget.ts'
import { styleHash, widgetStyleHash } from './widget-styles.ts'

/** A link in the page's footer. */
export interface PageLink {
  text: string
  url: string
}

/** Options of the hosted page. */
export interface HostedPagesOptions extends ViewOptions {
  /** The merchant's name. */
  name: string
  /** The address of the merchant's logo: https, or a path of this server. */
  logo?: string | undefined
  /** A CSS color for buttons and links, such as `#0a7d4b`. */
  accent?: string | undefined
  /** Links below the payment: help, terms, back to the shop. */
  links?: readonly PageLink[] | undefined
  /** A BCP 47 language tag. Default: the payer's, by `Accept-Language`. */
  locale?: string | undefined
  /** The origins whose pages may frame the page. Default: none. */
  frameAncestors?: readonly string[] | undefined
}

/**
 * Payment pages for `createPaypane` at `{base}/o/{token}` and `{base}/return/…`. They are complete HTML: a payer can pay
 * without JavaScript.
 *
 * @throws `TypeError` if a color, an address or an origin is invalid.
 * @example
 * const pages = hostedPages({ name: 'Shop', accent: '#0a7d4b' })
 * // createPaypane({ …, pages })
 */
export function hostedPages(options: HostedPagesOptions): Pages {
  const { theme, present } = options
  assertValid(options)
  const css = pageCss(options)
  const policy = contentPolicy(options, css)
  const localeOf = (request: Request): string => options.locale ?? languageOf(request)
  const render = (view: CheckoutView, { base, publicUrl }: Site, more: Partial<RenderWidgetOptions>) =>
    renderWidget(view, { theme, present, ...more, endpoint: base, pageUrl: publicUrl })

  return {
    language: localeOf,
    async page(request, site) {
      const locale = localeOf(request)
      const t = await loadTranslator(locale, undefined)
      return {
        headers: { ...pageHeaders, 'content-security-policy': policy },
        start: startHtml(site, css, t),
        async rest(content) {
          const { view, problem, formAction, progress } = content
          const main =
            view === null
              ? problemHtml(problem, t)
              : await render(view, site, { locale, formAction, progress })
          return restHtml({ options, content, t, main })
        },
      }
    },
    async refund(request, content) {
      const t = await loadTranslator(localeOf(request), undefined)
      const { title, main } = refundHtml(content, t)
      const pageStyles = css + refundCss
      return {
        headers: { ...pageHeaders, 'content-security-policy': contentPolicy(options, pageStyles) },
        html: `<!doctype html>
<html${attributes({ lang: t.locale, dir: t.direction })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${pageStyles}</style>
<title>${escapeHtml(`${title} · ${options.name}`)}</title>
</head>
<body>
${headerHtml(options)}
<main>${main}</main>
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

const headerHtml = ({ name, logo }: HostedPagesOptions): string => {
  const image = logo === undefined ? '' : `<img${attributes({ src: logo, alt: '' })}>`
  return `<header>${image}<b><bdi>${escapeHtml(name)}</bdi></b></header>`
}

const startHtml = ({ base }: Site, css: string, t: Translator): string => `<!doctype html>
<html${attributes({ lang: t.locale, dir: t.direction })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${css}</style>
<script${attributes({ src: `${base}/paypane.js` })} async></script>
`

interface PageParts {
  options: HostedPagesOptions
  content: PageContent
  t: Translator
  /** The widget, or a message if the order cannot be opened. */
  main: string
}

function restHtml({ options, content, t, main }: PageParts): string {
  const { name, links = [] } = options
  const { view, problem, receipt } = content
  const title = view?.order ? `${t('order', { order: view.order })} · ${name}` : name
  const notice =
    view === null || problem === null || problem === 'fields_invalid'
      ? ''
      : `<p class="notice" role="alert">${escapeHtml(noticeText(problem, t))}</p>`
  const footer = links
    .map(({ text, url }) => `<a${attributes({ href: url })}>${escapeHtml(text)}</a>`)
    .join(' ')
  return `<title>${escapeHtml(title)}</title>
${refreshHtml(content)}</head>
<body>
${headerHtml(options)}
<main>${notice}${main}${view && receipt ? receiptHtml(view, receipt, t) : ''}${qrImageHtml(content, options, t)}</main>
<footer>${footer}</footer>
</body>
</html>
`
}

function noticeText(problem: ProblemCode, t: Translator): string {
  if (problem === 'attempts_limit') return phrase(t, 'attemptsLimit')
  return problem === 'not_replaceable' ? phrase(t, 'notReplaceable') : t('actionFailed')
}

/**
 * Without a script, the page is loaded again while the view can change. Payment details stay long enough to be copied. A
 * payer who chooses another method or fills in its fields is not interrupted.
 */
function refreshHtml(content: PageContent): string {
  const { view } = content
  if (view === null || view.final || view.pollAfter === null || view.status === 'choosing') return ''
  if (isChoosingAgain(content)) return ''
  const seconds = view.action === null ? Math.max(5, Math.ceil(view.pollAfter)) : 30
  return `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>\n`
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
function qrImageHtml(content: PageContent, { present }: HostedPagesOptions, t: Translator): string {
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

function problemHtml(problem: ProblemCode | null, t: Translator): string {
  const textsOf = (problem && problemTexts[problem]) ?? unavailableTexts
  const [heading, hint] = textsOf(t)
  return `<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(hint)}</p>`
}

const pageCss = ({ accent, theme = 'auto' }: HostedPagesOptions): string => `
:root { ${accent === undefined ? '' : `--paypane-accent: ${accent}; `}color-scheme: ${theme === 'auto' ? 'light dark' : theme} }
body { max-width: 52em; margin: 0 auto; padding: 16px; font: 16px/1.4 system-ui, sans-serif }
header { display: flex; align-items: center; gap: 12px; min-height: 40px; margin-bottom: 16px }
header img { max-height: 40px }
h1 { font-size: 1.25em }
a { color: LinkText }${accent === undefined ? '' : linkStyles(accent, theme)}
footer { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 16px }
.receipt { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: 8px 24px; margin: 24px 0; overflow-wrap: anywhere }
.receipt dd { margin: 0; font-weight: 600 }
@media (max-width: 22em) { .receipt { display: block } .receipt dd { margin-bottom: 8px } }
figure { margin: 24px 0; text-align: center }
img.qr { width: min(100%, 248px); box-sizing: border-box; margin-top: 8px; padding: 16px; background: #fff }
@media print {
  :root { color-scheme: light }
  body { padding: 0 }
  footer { display: none }
}
`

/** Allows only the kit's own script and style sheets, and only frames on the origins of `frameAncestors`. */
function contentPolicy({ logo, frameAncestors = [] }: HostedPagesOptions, css: string): string {
  const logoOrigin = logo?.startsWith('https:') ? ` ${new URL(logo).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHash(css)} ${widgetStyleHash}`,
    `img-src 'self' data: blob:${logoOrigin}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types paypane',
  ].join('; ')
}

function assertValid({ accent, logo, links = [], frameAncestors = [] }: HostedPagesOptions): void {
  if (accent !== undefined && !/^#[\da-f]{3,8}$|^[a-z]+$|^[a-z]+\([\d.,%/ a-z-]+\)$/i.test(accent))
    throw new TypeError('hostedPages: accent is not a CSS color')
  for (const address of [logo, ...links.map(({ url }) => url)])
    if (address !== undefined && !/^(https:\/\/|mailto:|tel:|\/(?!\/))/.test(address))
      throw new TypeError(`hostedPages: ${address} is neither https, mailto, tel nor a path`)
  for (const origin of frameAncestors)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new TypeError(`hostedPages: ${origin} is not an origin`)
}
