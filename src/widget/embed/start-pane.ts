import { signal } from '@preact/signals'
import { h, render } from 'preact'
import type { CheckoutView } from '../../contract/view.ts'
import { happenings } from '../core/happenings.ts'
import { initialState, type SessionState } from '../core/machine.ts'
import { createSession, type Session } from '../core/session.ts'
import type { Messages } from '../i18n/messages.ts'
import { createTranslator } from '../i18n/translator.ts'
import { dress } from '../styles/sheet.ts'
import type { Model, Notice, Surroundings, ViewOptions } from '../view/model.ts'
import { Pane as PaneView } from '../view/pane.tsx'
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
  let session: Session | null = null
  let generation = 0
  let cancelPatience: () => void = () => undefined
  const place = host.ownerDocument.createElement('div')
  const around = pageSurroundings(loaders.loadQr)
  const environment = pageEnvironment((url, init) => (options.fetch ?? fetch)(url, init))
  const state = signal<SessionState>(initialState)
  const viewOptions = signal<ViewOptions>(viewOptionsOf(options))
  const t = signal(createTranslator('en'))
  const tell = (notice: Notice) => send(host, notice)

  function follow() {
    session?.stop()
    const current = createSession(options, environment)
    session = current
    generation++
    const announce = (before: SessionState, next: SessionState) => {
      for (const happening of happenings(before, next)) if (session === current) tell(happening)
    }
    const show = (next: SessionState, before: SessionState) => {
      state.value = next
      announce(before, next)
    }
    current.subscribe(show)
    state.value = current.state
    // The page hears of a view that it brought itself once it had the time to listen.
    const { state: first } = current
    queueMicrotask(() => announce(initialState, first))
  }

  function draw() {
    cancelPatience()
    if (!session) return
    const model: Model = {
      session,
      state,
      options: viewOptions,
      t,
      sent: signal(null),
      said: signal(''),
      acted: signal(false),
      around,
      tell,
    }
    render(h(PaneView, { model, key: generation }), place)
  }

  function speak(): Promise<void> | null {
    const tag = options.locale || document.documentElement.lang || 'en'
    const { messages } = options
    const use = (own: Messages | null) => {
      if (messages !== options.messages || !session) return
      const isSpoken = own || messages || /^en\b/i.test(tag)
      t.value = createTranslator(isSpoken ? tag : 'en', { ...own, ...messages })
    }
    const loading = loaders.loadMessages(tag)
    if (loading) return loading.then(use, () => use(null))
    use(null)
    return null
  }

  dress(root, options.nonce)
  root.append(place)
  follow()
  const language = speak()
  if (language) {
    cancelPatience = around.after(languagePatienceMs, draw)
    void language.then(draw)
  } else draw()

  return {
    get view() {
      return session?.state.view ?? null
    },
    refresh: () => session?.refresh(),
    update(changed) {
      const before = options
      options = { ...before, ...changed }
      viewOptions.value = viewOptionsOf(options)
      if (before.locale !== options.locale || before.messages !== options.messages) void speak()
      if (identity.some((key) => before[key] !== options[key])) {
        follow()
        draw()
      }
    },
    stop() {
      cancelPatience()
      session?.stop()
      session = null
      render(null, place)
      place.remove()
    },
  }
}

function viewOptionsOf({ present, redirect, theme }: PaypaneOptions): ViewOptions {
  return {
    present: present === 'form' ? 'form' : 'instructions',
    redirect: redirect === 'auto' ? 'auto' : 'button',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}
