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

/** Renders a session into an element of the page. */
export function createRenderer(
  container: HTMLElement,
  session: Session,
  page: PageServices,
  /** Null while the locale is loading, and once the widget shows another session. */
  getPresentation: () => Presentation | null,
) {
  /** The state of a server's HTML in the container; null once it is taken over. */
  let serverState = session.state.unconfirmed ? session.state : null
  const focus = createFocusManager(container, session)
  let announcement = ''
  let previous: RenderedState | null = null
  let hasLoaded = false
  const draft = { values: {} }
  const copied = new Set<string | undefined>()
  const { code, load, isLoading } = createLoader(page, (styles) => {
    if (styles) applyStyles(container.getRootNode(), styles)
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
      if (code.deferred === undefined) return
      const isTakenOver = model.parts.takeOver?.(container, serverModel, firstElement)
      if (isTakenOver === null) return
      serverState = null
      if (isTakenOver) return void page.setTimer(0, renderWidget)
      container.replaceChildren()
    }
    model.parts.beforeRender?.(model)
    const content = screenOf(model)
    const { heading } = content
    const next = { heading, lost: lostConnection(state), actionError: actionErrorText(model) }
    const isNewScreen = previous?.heading !== heading
    // What follows is being loaded: the present screen stays until it is there.
    const isWaiting = heading === model.t('loading')
    if (isWaiting && hasLoaded) return
    hasLoaded ||= !isWaiting
    announcement = announcementFor(previous, next, model.t) ?? announcement
    focus.whileRendering(isNewScreen && previous !== null, isLoading(), (focusesHeading) => {
      // Screen readers read what receives focus.
      if (focusesHeading) announcement = ''
      render(
        <Widget model={model} content={content} lost={next.lost} announcement={announcement} />,
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
  return <Widget model={model} content={content} lost={null} announcement={content.heading} />
}
