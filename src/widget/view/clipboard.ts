/** Copies text; false if it was not copied. Must be called synchronously in a click, since Safari refuses later. */
export async function copyText(text: string, fallback: () => boolean): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return fallback()
  }
}

/** Selects the element's text, for the payer to copy manually. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element)
}
