import { type ReadonlySignal, useSignal } from '@preact/signals'
import { type ApiError, asApiError } from './api.ts'

/** The request of a form; at most one runs at a time. */
interface Submission {
  busy: ReadonlySignal<boolean>
  /** The failure of the last request, if it failed. */
  failure: ReadonlySignal<ApiError | null>
  /** Runs the request, unless one is running. */
  submit(send: () => Promise<void>): Promise<void>
  /** Clears the failure. */
  reset(): void
}

export function useSubmission(): Submission {
  const busy = useSignal(false)
  const failure = useSignal<ApiError | null>(null)

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
    }
  }
  function reset(): void {
    failure.value = null
  }
  return { busy, failure, submit, reset }
}
