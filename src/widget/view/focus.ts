/** Keeps focus and position stable between screens, unless the payer requested the new screen. */
export function createFocusManager(container: HTMLElement) {
  let hasPressed = false
  return {
    /** Runs an action of the payer. The heading of the next new screen receives focus. */
    onPress(action: () => void) {
      hasPressed = true
      action()
    },
    /** Wraps one rendering, which is given whether the heading receives focus after it. */
    whileRendering(isNewScreen: boolean, render: (focusesHeading: boolean) => void) {
      const focused = container.querySelector(':focus')
      const focusesHeading = isNewScreen && hasPressed
      let isScrolledAway = false
      if (isNewScreen) {
        // Read before the rendering, when nothing has to be laid out again.
        const { top, bottom } = container.getBoundingClientRect()
        isScrolledAway = top < 0 && bottom > 0
        // A screen that the payer did not request leaves the space of the previous one, so nothing below moves under a finger.
        container.style.minHeight = hasPressed ? '' : `${container.clientHeight}px`
        hasPressed = false
      }
      render(focusesHeading)
      const focusWasRemoved = focused?.isConnected === false
      if (isNewScreen ? focusesHeading : focusWasRemoved) container.querySelector('h2')?.focus()
      // The payer may have scrolled down in the previous screen, away from what is new.
      else if (isScrolledAway) container.scrollIntoView()
    },
  }
}
