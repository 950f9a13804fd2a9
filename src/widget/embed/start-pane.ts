import type { CheckoutView } from '../../contract/view.ts'
import { happenings } from '../core/happenings.ts'
import { initialState, type SessionState } from '../core/machine.ts'
import { createSession, type Session } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import { createTranslator, type Translator } from '../i18n/translator.ts'
import { dress } from '../styles/sheet.ts'
import type { Notice, Surroundings } from '../view/model.ts'
import { createStage, type Stage } from '../view/stage.tsx'
import { send } from './events.ts'
import type { PaypaneOptions } from './options.ts'
import { pageEnvironment, pageSurroundings } from './page.ts'

/** Where an entry loads from what is not always needed. */
export interface Loaders {
  /** The phrases for a language tag; null where the built-in English serves it. */
  loadMessages: (tag: string) => Promise<Messages> | null
  loadQr: Surroundings['loadQr']
}

/** A pane at work in a shadow root. */
export interface Pane {
  readonly view: CheckoutView | null
  refresh: () => void
  update: (options: Partial<PaypaneOptions>) => void
  stop: () => void
}

/** These say what is followed: another one is another session. */
const identity = ['endpoint', 'checkout', 'order', 'method'] as const
/** A language that takes longer to arrive is waited for in English. */
const languagePatienceMs = 1000

export function startPane(
  host: HTMLElement,
  root: ShadowRoot,
  given: PaypaneOptions,
  loaders: Loaders,
): Pane {
  let options = given
  let t: Translator | null = null
  let session: Session | null = null
  let stage: Stage | null = null
  let cancelPatience: () => void = () => undefined
  const place = host.ownerDocument.createElement('div')
  const tell = (notice: Notice) => send(host, notice)
  const around = pageSurroundings(loaders.loadQr, tell)
  const environment = pageEnvironment((url, init) => (options.fetch ?? fetch)(url, init))

  function follow() {
    stop()
    const current = createSession(options, environment)
    session = current
    stage = createStage(place, current, around, () => (session === current ? t && { options, t } : null))
    const announce = (before: SessionState, next: SessionState) => {
      for (const happening of happenings(before, next)) if (session === current) tell(happening)
    }
    current.subscribe((next, before) => {
      stage?.draw()
      announce(before, next)
    })
    // The page hears of a view that it brought itself once it had the time to listen.
    const { state } = current
    queueMicrotask(() => announce(initialState, state))
    stage.draw()
  }

  /** English is there at once; another language is waited for a moment, so that the words need not change. */
  function speak() {
    const { locale, messages } = options
    const tag = locale || document.documentElement.lang || 'en'
    const use = (own: Messages | null) => {
      if (locale !== options.locale || messages !== options.messages) return
      t = createTranslator(own || messages || /^en\b/i.test(tag) ? tag : 'en', { ...own, ...messages })
      stage?.draw()
    }
    const loading = loaders.loadMessages(tag)
    if (!loading) return use(null)
    cancelPatience()
    cancelPatience = around.after(languagePatienceMs, () => {
      t ??= createTranslator('en')
      stage?.draw()
    })
    loading.then(use, () => use(null))
  }

  function stop() {
    session?.stop()
    stage?.clear()
    session = stage = null
  }

  dress(root)
  root.append(place)
  follow()
  speak()

  return {
    get view() {
      return session?.state.view ?? null
    },
    refresh: () => session?.refresh(),
    update(changed) {
      const before = options
      options = { ...before, ...changed }
      if (identity.some((key) => before[key] !== options[key])) follow()
      if (before.locale !== options.locale || before.messages !== options.messages) speak()
      stage?.draw()
    },
    stop() {
      stop()
      cancelPatience()
      place.remove()
    },
  }
}
