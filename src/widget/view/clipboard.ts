/**
 * Copies within the click that asked for it: some browsers refuse after any wait. False where nothing was copied.
 * The stand-in for pages without a clipboard is inside `root`, since under a modal dialog one in the page copies
 * nothing and says that it did.
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

/** Leaves the text selected for the payer to copy by hand. */
export function selectText(element: Element): void {
  const selection = getSelection()
  selection?.selectAllChildren(element)
}
