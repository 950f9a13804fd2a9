/**
 * Copies text where the page has no clipboard, as over plain HTTP; if that fails, selects the value beside the button, for the
 * payer to copy manually. The element is added to the button's root: under a modal dialog, one in the page's body reports
 * success and copies nothing.
 */
export function copyByCommand(text: string, button: Element): boolean {
  const root = button.getRootNode()
  const textarea = document.createElement('textarea')
  const previouslyFocused = root instanceof ShadowRoot ? root.activeElement : document.activeElement
  textarea.value = text
  textarea.readOnly = true
  textarea.className = 'visually-hidden'
  root.appendChild(textarea)
  textarea.select()
  let didCopy = false
  textarea.addEventListener('copy', () => {
    didCopy = true
  })
  try {
    return document.execCommand('copy') && didCopy
  } catch {
    return false
  } finally {
    textarea.remove()
    if (previouslyFocused instanceof HTMLElement) previouslyFocused.focus()
    const value = button.closest('.field-row, .amount-row')?.querySelector('bdi')
    if (!didCopy && value) getSelection()?.selectAllChildren(value)
  }
}
