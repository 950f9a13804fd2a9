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
  const stand = document.createElement('textarea')
  const before = root instanceof ShadowRoot ? root.activeElement : document.activeElement
  stand.value = text
  stand.readOnly = true
  stand.className = 'unseen'
  root.appendChild(stand)
  stand.select()
  let isHeard = false
  stand.addEventListener('copy', () => {
    isHeard = true
  })
  try {
    return document.execCommand('copy') && isHeard
  } catch {
    return false
  } finally {
    stand.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

/** Leaves the text selected for the payer to copy by hand. */
export function selectText(element: Element): void {
  const selection = getSelection()
  selection?.selectAllChildren(element)
}
