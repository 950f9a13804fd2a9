import { act } from 'preact/test-utils'

/** Types into the first input that the selector finds in the page. */
export async function typeInto(selector: string, text: string): Promise<void> {
  const input = document.querySelector(selector)
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement))
    throw new Error(`There is no input ${selector}`)
  await act(() => {
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
