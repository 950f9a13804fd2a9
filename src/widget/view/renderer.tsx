import { render } from 'preact'
import { lostConnection } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'
import { applyStyles } from '../styles/apply-styles.ts'
import { actionErrorText, announcementFor, type RenderedState } from './announcement.ts'
import type { PayerFields } from './deferred/filling-in.ts'
import type { DeferredParts } from './deferred/parts.ts'
import { createFocusManager } from './focus.ts'
import { type Lazy, loaded, type Model, type PageServices } from './model.ts'
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
  getPresentation: () => Pick<Model, 'options' | 't'> | null,
) {
  /** The state of a server's HTML in the container; null once it is taken over. */
  let serverState = session.state.unconfirmed ? session.state : null
  const focus = createFocusManager(container)
  let announcement = ''
  let previous: RenderedState | null = null
  const payerFields: PayerFields = { form: null, draft: { values: {} } }
  let deferredParts: Lazy<DeferredParts> = null
  let isLoading = false
  const getParts = (): Model['parts'] => loaded(deferredParts) ?? {}
  const copied = new Set<string | undefined>()
  const redirector = createRedirector(session, page, getParts, renderWidget)

  function announce(text: string) {
    announcement = text
    renderWidget()
  }

  /** A failure is shown if the payer needs these parts; a later rendering tries again. */
  async function loadDeferredParts() {
    if (isLoading || loaded(deferredParts)) return
    isLoading = true
    try {
      const received = await page.loadDeferred()
      // In a task of its own, so that a slow phone stays responsive.
      await new Promise<void>((resolve) => page.setTimer(0, resolve))
      deferredParts = received
      applyStyles(container.getRootNode(), received.styles)
    } catch {
      deferredParts = 'failed'
    }
    renderWidget()
    isLoading = false
  }

  function renderWidget() {
    void loadDeferredParts()
    const presentation = getPresentation()
    if (!presentation) return
    const { state } = session
    const model: Model = {
      ...presentation,
      session,
      state,
      page,
      payerFields,
      deferredParts,
      parts: getParts(),
      rerender: renderWidget,
      announce,
      onPress: focus.onPress,
      copied,
      redirector,
    }
    if (serverState) {
      const serverModel = { ...model, state: serverState }
      if (!model.deferredParts) return
      const isTakenOver = model.parts.takeOver?.(container, serverModel, firstElement)
      if (isTakenOver === null) return
      serverState = null
      if (isTakenOver) return void page.setTimer(0, renderWidget)
      container.replaceChildren()
    }
    model.parts.beforeRender?.(container, model)
    const content = screenOf(model)
    const { heading } = content
    const next = { heading, lost: lostConnection(state), actionError: actionErrorText(model) }
    const isNewScreen = previous?.heading !== heading
    // What follows is being loaded: the present screen stays until it is there.
    if (isNewScreen && previous && heading === model.t('loading')) return
    announcement = announcementFor(previous, next, model.t) ?? announcement
    focus.whileRendering(isNewScreen && previous !== null, (focusesHeading) => {
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
