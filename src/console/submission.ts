import { useSignal } from '@preact/signals'
import { type ApiError, asApiError } from './api.ts'

/** The request of a form, and the failure of the last one. At most one runs at a time. */
export function useSubmission() {
  const busy = useSignal(false)
  const failure = useSignal<ApiError | null>(null)

  /** Runs the request, unless one is running. */
  async function submit(send: () => Promise<void>): Promise<void> {
    if (busy.value) return
    busy.value = true
    failure.value = null
    try {
      await send()
    } catch (error) {
      failure.value = asApiError(error)
    } finally {
      busy.value = false
      requestAnimationFrame(focusPage)
    }
  }
  function reset(): void {
    failure.value = null
  }
  return { busy: busy.value, failure: failure.value, submit, reset }
}

/** The form that had the focus may be gone: the keyboard goes on at the page's heading, not at the console's first link. */
function focusPage(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
