import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from './api.ts'

/** Something the server knows, asked for again while somebody looks. */
export interface Polling<T> {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<ApiError | null>
  refresh(): void
  /** Takes the answer to an act; what follows from the act is looked for soon. */
  setValue(next: T): void
}

/** Seconds until a failed question is asked again. */
const retrySeconds = 10
/** And until what follows from an act is looked for. */
const afterUpdateSeconds = 1

/** `pace`: seconds until the next question. */
function createPolling<T>(
  load: (abortSignal: AbortSignal) => Promise<T>,
  intervalSeconds: (value: T) => number,
) {
  const value = signal<T | null>(null)
  const failure = signal<ApiError | null>(null)
  let currentRequest = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function scheduleRefresh(seconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => document.hidden || void refresh(), seconds * 1000)
  }
  async function refresh(): Promise<void> {
    clearTimeout(timer)
    currentRequest.abort()
    const request = new AbortController()
    currentRequest = request
    try {
      const result = await load(request.signal)
      if (!request.signal.aborted) applyResult(result)
    } catch (error) {
      if (request.signal.aborted) return
      failure.value = error instanceof ApiError ? error : new ApiError('unknown', String(error))
      scheduleRefresh(retrySeconds)
    }
  }
  function applyResult(result: T): void {
    currentRequest.abort()
    batch(() => {
      value.value = result
      failure.value = null
    })
    scheduleRefresh(intervalSeconds(result))
  }
  function onVisibilityChange(): void {
    if (!document.hidden) void refresh()
  }
  return {
    value,
    failure,
    setValue(result: T) {
      applyResult(result)
      scheduleRefresh(afterUpdateSeconds)
    },
    refresh: () => void refresh(),
    start() {
      document.addEventListener('visibilitychange', onVisibilityChange)
      void refresh()
      return () => {
        document.removeEventListener('visibilitychange', onVisibilityChange)
        clearTimeout(timer)
        currentRequest.abort()
      }
    },
  }
}

/** A feed that lives as long as the component that shows it: give the component a key of what it shows. */
export function usePolling<T>(
  load: (abortSignal: AbortSignal) => Promise<T>,
  intervalSeconds: (value: T) => number,
): Polling<T> {
  const [polling] = useState(() => createPolling(load, intervalSeconds))
  useEffect(() => polling.start(), [polling])
  return polling
}
