/** Keeps focus and position stable between screens, unless the payer requested the new screen. */
export interface FocusManager {
  /** Runs an action of the payer. The heading of the next new screen receives focus. */
  onPress: (action: () => void) => void
  /** Wraps one rendering. */
  whileRendering: (isNewScreen: boolean, render: () => void) => void
}

export function createFocusManager(container: HTMLElement): FocusManager {
  let hasPressed = false
  return {
    onPress(action) {
      hasPressed = true
      action()
    },
    whileRendering(isNewScreen, render) {
      const focused = container.querySelector(':focus')
      // A screen that the payer did not request is never lower than the previous one, so nothing moves under a finger.
      if (isNewScreen) container.style.minHeight = hasPressed ? '' : `${container.clientHeight}px`
      render()
      const focusWasRemoved = focused?.isConnected === false
      if (isNewScreen ? hasPressed : focusWasRemoved) container.querySelector('h2')?.focus()
      if (isNewScreen) hasPressed = false
    },
  }
}
