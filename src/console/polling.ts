import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from './api.ts'

/** A value from the server, requested repeatedly while the page is visible. */
export interface Polling<T> {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<ApiError | null>
  refresh(): void
  /** Sets the response to an action. Refreshes soon, since the action may have further effects. */
  setValue(next: T): void
}

/** `before` is the last value. */
type Load<T> = (abortSignal: AbortSignal, before: T | null) => Promise<T>
/** Seconds from a value to the next request. */
type Interval<T> = number | ((value: T) => number)

/** Seconds until a failed request is repeated. */
const retrySeconds = 10
/** Seconds from an action to the next request. */
const afterUpdateSeconds = 1

function createPolling<T>(load: Load<T>, intervalSeconds: Interval<T>) {
  const value = signal<T | null>(null)
  const failure = signal<ApiError | null>(null)
  let currentRequest = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** An action may be answered after its page was left: then nothing is requested any more. */
  let isStarted = false

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
      const result = await load(request.signal, value.peek())
      if (!request.signal.aborted) applyResult(result)
    } catch (error) {
      if (request.signal.aborted) return
      failure.value = asApiError(error)
      scheduleRefresh(retrySeconds)
    }
  }
  function applyResult(result: T): void {
    currentRequest.abort()
    batch(() => {
      value.value = result
      failure.value = null
    })
    scheduleRefresh(typeof intervalSeconds === 'number' ? intervalSeconds : intervalSeconds(result))
  }
  function onVisibilityChange(): void {
    if (!document.hidden) void refresh()
  }
  return {
    value,
    failure,
    setValue(result: T) {
      if (!isStarted) return
      applyResult(result)
      scheduleRefresh(afterUpdateSeconds)
    },
    refresh() {
      if (isStarted) void refresh()
    },
    start() {
      isStarted = true
      document.addEventListener('visibilitychange', onVisibilityChange)
      void refresh()
      return () => {
        isStarted = false
        document.removeEventListener('visibilitychange', onVisibilityChange)
        clearTimeout(timer)
        currentRequest.abort()
      }
    },
  }
}

/** Polls while the component is mounted. `load` is the one of the first render: set a `key` if it changes. */
export function usePolling<T>(load: Load<T>, intervalSeconds: Interval<T>): Polling<T> {
  const [polling] = useState(() => createPolling(load, intervalSeconds))
  useEffect(() => polling.start(), [polling])
  return polling
}
