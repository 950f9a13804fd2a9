import type { CheckoutView } from '../../contract/view.ts'
import { eventsBetween } from '../core/events.ts'
import { initialState, type SessionState } from '../core/reducer.ts'
import { createSession, type Session } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import { createTranslator, type Translator } from '../i18n/translator.ts'
import { applyStyles } from '../styles/apply-styles.ts'
import type { PageServices, WidgetEvent } from '../view/model.ts'
import { createRenderer, type Renderer } from '../view/renderer.tsx'
import { dispatchWidgetEvent } from './events.ts'
import type { PaypaneOptions } from './options.ts'
import { pageEnvironment, pageServices } from './page.ts'

/** Where an entry loads from what is not always needed. */
export interface Loaders {
  /** The phrases for a language tag; null where the built-in English serves it. */
  loadMessages: (tag: string) => Promise<Messages> | null
  loadQr: PageServices['loadQr']
}

/** A pane at work in a shadow root. */
export interface RunningWidget {
  readonly view: CheckoutView | null
  refresh: () => void
  update: (options: Partial<PaypaneOptions>) => void
  stop: () => void
}

/** These say what is followed: another one is another session. */
const sessionOptionKeys = ['endpoint', 'checkout', 'order', 'method'] as const
/** A language that takes longer to arrive is waited for in English. */
const localeTimeoutMs = 1000

export function startWidget(
  host: HTMLElement,
  root: ShadowRoot,
  initialOptions: PaypaneOptions,
  loaders: Loaders,
): RunningWidget {
  let options = initialOptions
  let t: Translator | null = null
  let session: Session | null = null
  let renderer: Renderer | null = null
  let cancelLocaleTimeout: () => void = () => undefined
  const container = host.ownerDocument.createElement('div')
  const emit = (event: WidgetEvent) => dispatchWidgetEvent(host, event)
  const page = pageServices(loaders.loadQr, emit)
  const environment = pageEnvironment((url, init) => (options.fetch ?? fetch)(url, init))

  function startSession() {
    stop()
    const current = createSession(options, environment)
    session = current
    renderer = createRenderer(container, current, page, () =>
      session === current ? t && { options, t } : null,
    )
    const emitChanges = (before: SessionState, next: SessionState) => {
      for (const event of eventsBetween(before, next)) if (session === current) emit(event)
    }
    current.subscribe((next, before) => {
      renderer?.renderWidget()
      emitChanges(before, next)
    })
    // The page hears of a view that it brought itself once it had the time to listen.
    const { state } = current
    queueMicrotask(() => emitChanges(initialState, state))
    renderer.renderWidget()
  }

  /** English is there at once; another language is waited for a moment, so that the words need not change. */
  function loadLocale() {
    const { locale, messages } = options
    const tag = locale || document.documentElement.lang || 'en'
    const applyMessages = (localeMessages: Messages | null) => {
      if (locale !== options.locale || messages !== options.messages) return
      t = createTranslator(localeMessages || messages || /^en\b/i.test(tag) ? tag : 'en', {
        ...localeMessages,
        ...messages,
      })
      renderer?.renderWidget()
    }
    const loading = loaders.loadMessages(tag)
    if (!loading) return applyMessages(null)
    cancelLocaleTimeout()
    cancelLocaleTimeout = page.setTimer(localeTimeoutMs, () => {
      t ??= createTranslator('en')
      renderer?.renderWidget()
    })
    loading.then(applyMessages, () => applyMessages(null))
  }

  function stop() {
    session?.stop()
    renderer?.clear()
    session = renderer = null
  }

  applyStyles(root)
  root.append(container)
  startSession()
  loadLocale()

  return {
    get view() {
      return session?.state.view ?? null
    },
    refresh: () => session?.refresh(),
    update(changed) {
      const before = options
      options = { ...before, ...changed }
      if (sessionOptionKeys.some((key) => before[key] !== options[key])) startSession()
      if (before.locale !== options.locale || before.messages !== options.messages) loadLocale()
      renderer?.renderWidget()
    },
    stop() {
      stop()
      cancelLocaleTimeout()
      container.remove()
    },
  }
}
