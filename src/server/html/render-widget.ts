import { renderToString } from 'preact-render-to-string'
import type { CheckoutView } from '../../contract/view.ts'
import { readView } from '../../widget/core/read-view.ts'
import { locales } from '../../widget/i18n/locales.ts'
import type { Messages } from '../../widget/i18n/messages.ts'
import { localeFor } from '../../widget/i18n/tags.ts'
import { canonicalTag, createTranslator, type Translator } from '../../widget/i18n/translator.ts'
import type { ViewOptions } from '../../widget/view/model.ts'
import { acceptedLanguages } from '../lib/accept-language.ts'
import { isLoopbackUrl } from '../lib/loopback.ts'
import type { PayerProgress } from '../pages.ts'
import { attributes, escapeHtml, jsonForScript } from './escape.ts'
import { snapshot } from './snapshot.ts'
import { widgetStyles } from './widget-styles.ts'

/** Options of `renderWidget`; those of the element have the same meaning as its attributes. */
export interface RenderWidgetOptions extends ViewOptions {
  /** The base URL of the merchant's server, such as `/pay`. */
  endpoint: string
  /** A BCP 47 language tag, such as `uk`. Default: `en`. */
  locale?: string | undefined
  /** Phrases that replace those of the locale. The page sets the element's property `messages` to the same ones. */
  messages?: Partial<Messages> | undefined
  /** As the element has it. Of an object, which no attribute can have, the page sets the property `support`, too. */
  support?: ViewOptions['support']
  /** The nonce of the page's content security policy. Default: the policy has `widgetStyleHash`. */
  nonce?: string | undefined
  /** The address of a file with the widget's styles (`widgetStyles`), instead of an inline style sheet. */
  stylesheet?: string | undefined
  /** The URL of the widget's forms for browsers without JavaScript. Default: there are no forms. */
  formAction?: string | undefined
  /** What the payer is doing. Default: only viewing. */
  progress?: Partial<PayerProgress> | undefined
  /** The page's own address. On loopback, payment pages on loopback may be plain HTTP. */
  pageUrl?: string | undefined
}

/**
 * The widget as HTML: `<pay-pane>` with a declarative shadow root, the same elements as in the browser. The payment details
 * are visible before and without a script; `paypane.js` then takes over the element. The HTML contains no executable script.
 * Serve the page with `Cache-Control: private, no-store`.
 *
 * @throws `TypeError` if the view is invalid.
 * @example
 * // `view`: the result of `paypane.checkouts.view(id)`
 * const widgetHtml = (view: Parameters<typeof renderWidget>[0]) =>
 *   renderWidget(view, { endpoint: '/pay', locale: 'uk' })
 */
export async function renderWidget(view: CheckoutView, options: RenderWidgetOptions): Promise<string> {
  const { endpoint, locale = 'en', theme, present, nonce, stylesheet } = options
  const { formAction, merchant, support } = options
  const { fillingIn = null, claiming = null, fieldErrors = [], returned = false } = options.progress ?? {}
  const shown = readView(view)
  if (shown === null) throw new TypeError('renderWidget: the view is invalid')
  const choosingAgain = shown.status !== 'choosing' && options.progress?.choosingAgain === true
  const widget = renderToString(
    snapshot({
      view: shown,
      progress: { choosingAgain, fillingIn, claiming, fieldErrors, returned },
      options: { theme, present, formAction, merchant, support },
      t: await loadTranslator(locale, options.messages),
      isLoopback: isLoopbackUrl(options.pageUrl),
    }),
  )
  const styles =
    stylesheet === undefined
      ? `<style${attributes({ nonce })}>${widgetStyles}</style>`
      : `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">`
  const data = jsonForScript({
    ...shown,
    version: undefined,
    choosingAgain,
    fillingIn: fillingIn?.method,
    redirectedFor: returned ? shown.attempts : undefined,
    fieldErrors: fieldErrors.length > 0 ? fieldErrors : undefined,
  })
  const element = attributes({
    endpoint,
    checkout: view.clientSecret ?? view.id,
    locale,
    theme,
    present,
    merchant,
    support: typeof support === 'string' ? support : undefined,
    rendered: formAction ?? '',
  })
  return `<pay-pane${element}><template shadowrootmode="open">${styles}<div>${widget}</div><script type="application/json">${data}</script></template></pay-pane>`
}

/** The translator of a language, as the widget creates it in a browser. */
export async function loadTranslator(tag: string, messages?: Partial<Messages>): Promise<Translator> {
  const canonical = canonicalTag(tag)
  const locale = localeFor(canonical)
  const localeMessages = locale === null ? null : (await locales[locale]()).messages
  return createTranslator(canonical, localeMessages, messages)
}

/** The preferred language of `Accept-Language` that the widget has; English otherwise. */
export function languageOf(request: Request): string {
  const tags = acceptedLanguages(request).map(canonicalTag)
  // Browsers add `zh` to `zh-TW`: there it stands for the traditional script, too.
  const isTraditional = (tag: string) => tag.startsWith('zh-') && localeFor(tag) === null
  const isRead = (tag: string, index: number) =>
    /^en\b/.test(tag) ||
    (localeFor(tag) !== null && !(tag === 'zh' && tags.slice(0, index).some(isTraditional)))
  return tags.find(isRead) ?? 'en'
}
