import { confirmedView, eventsBetween } from '../core/events.ts'
import { initialState, type SessionState } from '../core/reducer.ts'
import { createSession, type MarkupOptions, type Session } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import { type LocaleTag, localeFor } from '../i18n/tags.ts'
import { canonicalTag, createTranslator, type Translator } from '../i18n/translator.ts'
import { applyStyles, widgetStyles } from '../styles/apply-styles.ts'
import { formatMoney } from '../view/format.ts'
import { loadTimeoutMs } from '../view/loader.ts'
import type { PageServices, RenderOptions } from '../view/model.ts'
import { isLoopbackHost } from '../view/permitted-url.ts'
import { createRenderer, type Renderer } from '../view/renderer.tsx'
import { dispatchWidgetEvent } from './events.ts'
import { type PaypaneHandle, type PaypaneOptions, sessionOptionKeys } from './options.ts'
import { pageEnvironment, resolveEndpoint, setTimer } from './page.ts'

/** Loads the parts that are not in the entry's main file. */
export interface Loaders {
  loadDeferred: PageServices['loadDeferred']
  loadMessages: (locale: LocaleTag) => Promise<Messages>
}

export interface WidgetOptions extends PaypaneOptions, MarkupOptions, RenderOptions {}

/** A widget in a shadow root. */
export interface RunningWidget extends PaypaneHandle {
  update: (options: Partial<WidgetOptions>) => void
  stop: () => void
}

/** Whether both options continue one session. Two functions count as the same order. */
export const isSameSession = (a: Partial<PaypaneOptions>, b: Partial<PaypaneOptions>): boolean =>
  sessionOptionKeys.every(
    (key) => a[key] === b[key] || (typeof a[key] === 'function' && typeof b[key] === 'function'),
  )

/** If a locale takes longer to load, English is shown first. */
const localeTimeoutMs = 1000

export function startWidget(
  root: ShadowRoot,
  initialOptions: WidgetOptions,
  loaders: Loaders,
  /** What earlier sessions of the host were given. */
  usedViews = new Set<unknown>(),
): RunningWidget {
  let options = initialOptions
  let t: Translator | null = null
  let session: Session | null = null
  let renderer: Renderer | null = null
  let cancelLocaleTimeout: () => void = () => undefined
  const container = root.querySelector('div') ?? document.createElement('div')
  const page: Omit<PageServices, 'endpoint'> = {
    loadDeferred: loaders.loadDeferred,
    setTimer,
    emit: (event) => dispatchWidgetEvent(root.host, event),
    isLoopback: isLoopbackHost(location.hostname),
  }
  const languageTag = () => canonicalTag(options.locale || document.documentElement.lang || 'en')
  const environment = pageEnvironment((url, init) => (options.fetch ?? fetch)(url, init), languageTag)

  function currentOrder() {
    return typeof options.order === 'function' ? options.order() : ''
  }

  /** A view is of one order, so only the session that it was given to may show it. */
  function takeViews() {
    const take = <View>(view: View) => {
      const isUsed = usedViews.has(view)
      usedViews.add(view)
      return isUsed ? undefined : view
    }
    return {
      initialView: take(options.initialView),
      markupView: take(options.markupView),
      serverView: take(options.serverView),
    }
  }

  function startSession() {
    // It throws if this is no address: the session before goes on.
    const endpoint = resolveEndpoint(options.endpoint)
    stop()
    const order = typeof options.order === 'function' ? currentOrder : options.order
    const current = createSession({ ...options, ...takeViews(), endpoint, order }, environment)
    session = current
    // The renderer adds the styles of what it loads.
    root.adoptedStyleSheets = []
    applyStyles(root, widgetStyles)
    renderer = createRenderer(root, container, current, { ...page, endpoint }, () =>
      session === current ? t && { options, t } : null,
    )
    const emitChanges = (before: SessionState, next: SessionState) => {
      for (const event of eventsBetween(before, next)) if (session === current) page.emit(event)
    }
    current.subscribe((next, before) => {
      renderer?.renderWidget()
      emitChanges(before, next)
    })
    // The event for an initial view is emitted after the caller had a chance to add listeners.
    const { state } = current
    queueMicrotask(() => emitChanges(initialState, state))
    renderer.renderWidget()
  }

  /** Delays the first rendering briefly until the locale is loaded, so that the text does not change language. */
  function loadLocale() {
    const { locale, messages } = options
    const tag = languageTag()
    const applyMessages = (localeMessages: Messages | null) => {
      if (locale !== options.locale || messages !== options.messages) return
      t = createTranslator(tag, localeMessages, messages)
      renderer?.renderWidget()
    }
    const localeTag = localeFor(tag)
    // The first `NumberFormat` of a language is slow: it is created in a task of its own, while the view or the locale loads.
    setTimer(0, () => formatMoney({ value: '0', currency: '' }, tag))
    if (!localeTag) return applyMessages(null)
    loaders
      .loadMessages(localeTag)
      .catch(() => null)
      .then(applyMessages)
    cancelLocaleTimeout()
    // Server-rendered HTML is already in this language, so it waits longer.
    cancelLocaleTimeout = setTimer(session?.state.unconfirmed ? loadTimeoutMs : localeTimeoutMs, () => {
      t ??= createTranslator('en')
      renderer?.renderWidget()
    })
  }

  function stop() {
    session?.stop()
    renderer?.clear()
    session = renderer = null
  }

  // Moving server-rendered elements would lose the payer's selection.
  if (!container.isConnected) root.append(container)
  startSession()
  loadLocale()

  return {
    get view() {
      return session && confirmedView(session.state)
    },
    refresh: () => session?.refresh(),
    update(changed) {
      if (!session) return
      const before = options
      options = { ...before, ...changed }
      // Views that come now are too late for this session.
      if (isSameSession(before, options)) takeViews()
      else startSession()
      if (before.locale !== options.locale || before.messages !== options.messages) loadLocale()
      renderer?.renderWidget()
    },
    stop() {
      stop()
      cancelLocaleTimeout()
      root.replaceChildren()
    },
  }
}
