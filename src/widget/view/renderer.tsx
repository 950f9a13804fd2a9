import { render } from 'preact'
import { lostConnection } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'
import { applyStyles } from '../styles/apply-styles.ts'
import { actionErrorText, announcementFor, type RenderedState } from './announcement.ts'
import { createFocusManager } from './focus.ts'
import { createLoader } from './loader.ts'
import type { Model, PageServices, Presentation } from './model.ts'
import { createRedirector } from './redirect.ts'
import { screenOf } from './screen-of.tsx'
import { Widget } from './widget.tsx'

export type Renderer = ReturnType<typeof createRenderer>

/** Renders a session into an element of a shadow root. */
export function createRenderer(
  root: ShadowRoot,
  container: HTMLElement,
  session: Session,
  page: PageServices,
  /** Null while the locale is loading, and once the widget shows another session. */
  getPresentation: () => Presentation | null,
) {
  /** The state of a server's HTML in the container; null once it is taken over. */
  let serverState = session.state.unconfirmed ? session.state : null
  const focus = createFocusManager(root, container, session)
  let announcement = ''
  let previous: RenderedState | null = null
  /** The heading of the present screen in the language in which it was shown first. */
  let screen = ''
  const draft = { values: {} }
  const copied = new Set<string | undefined>()
  const { code, load, isLoading } = createLoader(page, (styles) => {
    if (styles) applyStyles(root, styles)
    renderWidget()
  })
  const redirector = createRedirector(session, page, renderWidget)

  function announce(text: string) {
    announcement = text
    renderWidget()
  }

  function renderWidget() {
    void load('deferred')
    const presentation = getPresentation()
    if (!presentation) return
    const { state } = session
    const model: Model = {
      ...presentation,
      session,
      state,
      page,
      draft,
      code,
      load,
      parts: code.deferred ?? {},
      rerender: renderWidget,
      announce,
      onPress: focus.onPress,
      copied,
      redirector,
    }
    if (serverState) {
      const serverModel = { ...model, state: serverState }
      const { awaitsForm, takeOver } = model.parts
      if (code.deferred === undefined || awaitsForm?.(container, serverModel)) return
      serverState = null
      if (takeOver?.(container, serverModel, firstElement)) return void page.setTimer(0, renderWidget)
      container.replaceChildren()
    }
    model.parts.beforeRender?.(model)
    const content = screenOf(model)
    const { t } = model
    const { heading } = content
    // The same state in another language is not another screen: the payer goes on with the same elements.
    const isSame = previous?.heading === heading || (previous?.state === state && previous.t !== t)
    const isNewScreen = previous !== null && !isSame
    // What follows is being loaded: the present screen stays until it is there.
    if (isNewScreen && heading === t('loading')) return
    if (!isSame) screen = heading
    const next = { t, state, heading, lost: lostConnection(state), actionError: actionErrorText(model) }
    announcement = announcementFor(previous, next) ?? announcement
    focus.whileRendering(isNewScreen, isLoading(), (focusesHeading) => {
      // Screen readers read what receives focus.
      if (focusesHeading) announcement = ''
      render(
        <Widget model={model} content={content} screen={screen} announcement={announcement} />,
        container,
      )
    })
    previous = next
  }

  return {
    renderWidget,
    clear: () => render(null, container),
  }
}

/** The widget before anything has happened in the page. */
function firstElement(model: Model) {
  const content = screenOf(model)
  return <Widget model={model} content={content} announcement={content.heading} />
}
