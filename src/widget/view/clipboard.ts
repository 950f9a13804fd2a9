/**
 * Copies text; false if it was not copied. Must be called synchronously in a click, since Safari refuses later.
 * The fallback element is added to `root`: under a modal dialog, one in the page's body reports success and copies nothing.
 */
export async function copyText(text: string, root: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text, root)
  }
}

function copyByCommand(text: string, root: Node): boolean {
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
  }
}

/** Selects the element's text, for the payer to copy manually. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element)
}
