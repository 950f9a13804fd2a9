import { render } from 'preact'
import { isConnectionLost, type SessionState } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'
import type { Translator } from '../i18n/translator.ts'
import { attemptKey } from './attempt-key.ts'
import type { Model, PageServices } from './model.ts'
import { readQr } from './qr/read-qr.ts'
import { screenOf } from './screen-of.ts'
import { Widget } from './widget.tsx'

/** Draws a session in a place of the page. */
export interface Renderer {
  renderWidget: () => void
  clear: () => void
}

/** Narrower than this, the fields to copy come first and the code folds away. */
const phoneWidth = 480

/** What a screen reader and the focus follow from one drawing to the next. */
interface RenderedState {
  heading: string
  isConnectionLost: boolean
  /** What the payer asked for last could not be done. */
  actionError: SessionState['actionError']
}

export function createRenderer(
  container: HTMLElement,
  session: Session,
  page: PageServices,
  /** How it is shown just now; null while its words are on their way, and when it is shown no more. */
  getPresentation: () => Pick<Model, 'options' | 't'> | null,
): Renderer {
  let announcement = ''
  let hasPressed = false
  let previous: RenderedState | null = null
  /** Where the payer was about to be taken; a page or a browser that said no is not asked again. */
  let lastAutoRedirect: string | null = null

  /** A screen that the payer did not ask for is no lower than the last: nothing moves under the finger. */
  function renderWidget() {
    const presentation = getPresentation()
    if (!presentation) return
    const model: Model = {
      ...presentation,
      session,
      state: session.state,
      page,
      isWide: () => container.clientWidth >= phoneWidth,
      announce(text) {
        announcement = text
        renderWidget()
      },
      onPress(action) {
        hasPressed = true
        action()
      },
      startRedirect,
    }
    const content = screenOf(model)
    const { heading, autoRedirectUrl } = content
    const { state } = model
    const next = { heading, isConnectionLost: isConnectionLost(state), actionError: state.actionError }
    const isNewScreen = previous !== null && previous.heading !== heading
    announcement = announcementFor(previous, next, model.t) ?? announcement
    if (isNewScreen) container.style.minHeight = hasPressed ? '' : `${container.clientHeight}px`
    if (previous?.heading !== heading) preloadQrEncoder(state)
    const focused = container.querySelector(':focus')
    render(
      <Widget
        model={model}
        content={content}
        isConnectionLost={next.isConnectionLost}
        announcement={announcement}
      />,
      container,
    )
    previous = next
    // A screen asked for takes the focus; so does the one whose focused row is gone (a card that was forgotten).
    if (isNewScreen ? hasPressed : focused?.isConnected === false) container.querySelector('h2')?.focus()
    if (isNewScreen) hasPressed = false
    if (!autoRedirectUrl || autoRedirectUrl === lastAutoRedirect) return
    lastAutoRedirect = autoRedirectUrl
    startRedirect(autoRedirectUrl, page.navigateTop)
  }

  /** A code that came as text needs the encoder, which is on its way while the rest is drawn. */
  function preloadQrEncoder({ view }: SessionState) {
    const qr = view?.action?.type === 'transfer' && view.action.qr
    if (qr && readQr(qr)?.type === 'text') page.loadQr().catch(() => undefined)
  }

  /** A link that was pressed goes by itself; where nothing was pressed, `go` does. */
  function startRedirect(url: string, navigate: PageServices['navigateTop'] = () => true): boolean {
    const { view } = session.state
    if (!view || !page.emit({ type: 'redirect', url }) || !navigate(url)) return false
    page.markRedirected(attemptKey(view))
    renderWidget()
    return true
  }

  return {
    renderWidget,
    clear: () => render(null, container),
  }
}

/** Each change is said aloud in a whole phrase, by a region that outlives the screen which it is about. */
function announcementFor(before: RenderedState | null, after: RenderedState, t: Translator): string | null {
  if (after.actionError && !before?.actionError) return t('actionFailed')
  if (before?.heading !== after.heading) return after.heading
  return before.isConnectionLost === after.isConnectionLost
    ? null
    : t(after.isConnectionLost ? 'connectionLost' : 'connectionRestored')
}
