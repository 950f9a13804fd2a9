import { render } from 'preact'
import { isConnectionLost, type SessionState } from '../core/machine.ts'
import type { Session } from '../core/session.ts'
import type { Translator } from '../i18n/translator.ts'
import { attemptKey } from './attempt-key.ts'
import type { Model, Surroundings } from './model.ts'
import { Pane } from './pane.tsx'
import { readQr } from './qr/content.ts'
import { screenOf } from './screen-of.ts'

/** Draws a session in a place of the page. */
export interface Stage {
  draw: () => void
  clear: () => void
}

/** Narrower than this, the fields to copy come first and the code folds away. */
const phoneWidth = 480

/** What a screen reader and the focus follow from one drawing to the next. */
interface Shown {
  heading: string
  isLost: boolean
  /** What the payer asked for last could not be done. */
  refused: SessionState['refused']
}

export function createStage(
  place: HTMLElement,
  session: Session,
  around: Surroundings,
  /** How it is shown just now; null while its words are on their way, and when it is shown no more. */
  looks: () => Pick<Model, 'options' | 't'> | null,
): Stage {
  let said = ''
  let hasActed = false
  let shown: Shown | null = null
  /** Where the payer was about to be taken; a page or a browser that said no is not asked again. */
  let tried: string | null = null

  /** A screen that the payer did not ask for is no lower than the last: nothing moves under the finger. */
  function draw() {
    const look = looks()
    if (!look) return
    const model: Model = {
      ...look,
      session,
      state: session.state,
      around,
      isWide: () => place.clientWidth >= phoneWidth,
      say(text) {
        said = text
        draw()
      },
      act(deed) {
        hasActed = true
        deed()
      },
      leave,
    }
    const content = screenOf(model)
    const { heading, goesTo } = content
    const { state } = model
    const next = { heading, isLost: isConnectionLost(state), refused: state.refused }
    const isNewScreen = shown !== null && shown.heading !== heading
    said = phraseFor(shown, next, model.t) ?? said
    if (isNewScreen) place.style.minHeight = hasActed ? '' : `${place.clientHeight}px`
    if (shown?.heading !== heading) fetchEncoder(state)
    const focused = place.querySelector(':focus')
    render(<Pane model={model} content={content} isLost={next.isLost} said={said} />, place)
    shown = next
    // A screen asked for takes the focus; so does the one whose focused row is gone (a card that was forgotten).
    if (isNewScreen ? hasActed : focused?.isConnected === false) place.querySelector('h2')?.focus()
    if (isNewScreen) hasActed = false
    if (!goesTo || goesTo === tried) return
    tried = goesTo
    leave(goesTo, around.leaveTo)
  }

  /** A code that came as text needs the encoder, which is on its way while the rest is drawn. */
  function fetchEncoder({ view }: SessionState) {
    const qr = view?.action?.type === 'transfer' && view.action.qr
    if (qr && readQr(qr)?.type === 'text') around.loadQr().catch(() => undefined)
  }

  /** A link that was pressed goes by itself; where nothing was pressed, `go` does. */
  function leave(url: string, go: Surroundings['leaveTo'] = () => true): boolean {
    const { view } = session.state
    if (!view || !around.tell({ type: 'redirect', url }) || !go(url)) return false
    around.noteSent(attemptKey(view))
    draw()
    return true
  }

  return {
    draw,
    clear: () => render(null, place),
  }
}

/** Each change is said aloud in a whole phrase, by a region that outlives the screen which it is about. */
function phraseFor(before: Shown | null, after: Shown, t: Translator): string | null {
  if (after.refused && !before?.refused) return t('notDone')
  if (before?.heading !== after.heading) return after.heading
  return before.isLost === after.isLost ? null : t(after.isLost ? 'connectionLost' : 'connectionBack')
}
