import type { SessionState } from '../core/reducer.ts'
import type { Session } from '../core/session.ts'

/** Keeps focus and position stable between screens, unless the payer requested the new screen or was in the old one. */
export function createFocusManager(root: ShadowRoot, container: HTMLElement, session: Session) {
  /** The press whose screen may follow: `running`, then the state that its action left. */
  let press: 'running' | SessionState | null = null
  return {
    /** Runs an action of the payer. The heading of the screen that it leads to receives focus. */
    onPress(action: () => void) {
      press = 'running'
      action()
      press &&= session.state
    },
    /**
     * Wraps one rendering, which is given whether the heading receives focus after it. While code is being loaded, the
     * screen of a press may still follow.
     */
    whileRendering(isNewScreen: boolean, isLoading: boolean, render: (focusesHeading: boolean) => void) {
      const heading = container.querySelector('h2')
      // Not `:focus`, which matches nothing while the payer is in another window.
      const focused = root.activeElement
      // After a press, or where the focus was in the widget; a heading that has it without a press keeps it.
      const focusesHeading = isNewScreen && (press ?? focused ?? heading) !== heading
      let isScrolledAway = false
      if (isNewScreen) {
        // Read before the rendering, when nothing has to be laid out again.
        const { top, bottom } = container.getBoundingClientRect()
        isScrolledAway = top < 0 && bottom > 0
        // A screen that the payer did not request leaves the space of the previous one, so nothing below moves under a finger.
        container.style.minHeight = press ? '' : `${container.clientHeight}px`
      }
      render(focusesHeading)
      if (focusesHeading || (focused && !focused.isConnected)) {
        // It may still have the focus of an earlier press: browsers leave it there where a press focuses no button.
        heading?.blur()
        heading?.focus({ preventScroll: !press })
      }
      // The payer may have scrolled down in the previous screen, away from what is new.
      if (isScrolledAway) container.scrollIntoView()
      // A later screen is not what the payer pressed for.
      if (isNewScreen || (!isLoading && hasResponded(press, session.state))) press = null
    },
  }
}

/** Whether the server has responded since a press. A request that failed is sent again. */
const hasResponded = (press: 'running' | SessionState | null, state: SessionState) =>
  press !== 'running' && press !== state && !state.failureCount && !state.isOffline
