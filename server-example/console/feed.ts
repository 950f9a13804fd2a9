import { batch, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { Failure } from './api.ts'

/** Something the server knows, asked for again while somebody looks. */
export interface Feed<T> {
  readonly value: ReadonlySignal<T | null>
  readonly failure: ReadonlySignal<Failure | null>
  refresh(): void
  /** Takes the answer to an act; what follows from the act is looked for soon. */
  put(value: T): void
}

/** Seconds until a failed question is asked again. */
const afterFailure = 10
/** And until what follows from an act is looked for. */
const afterAct = 1

/** `pace`: seconds until the next question. */
function createFeed<T>(load: (stop: AbortSignal) => Promise<T>, pace: (value: T) => number) {
  const value = signal<T | null>(null)
  const failure = signal<Failure | null>(null)
  let asking = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  function next(seconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => document.hidden || void refresh(), seconds * 1000)
  }
  async function refresh(): Promise<void> {
    clearTimeout(timer)
    asking.abort()
    const mine = new AbortController()
    asking = mine
    try {
      const answer = await load(mine.signal)
      if (!mine.signal.aborted) take(answer)
    } catch (error) {
      if (mine.signal.aborted) return
      failure.value = error instanceof Failure ? error : new Failure('unknown', String(error))
      next(afterFailure)
    }
  }
  function take(answer: T): void {
    asking.abort()
    batch(() => {
      value.value = answer
      failure.value = null
    })
    next(pace(answer))
  }
  function seen(): void {
    if (!document.hidden) void refresh()
  }
  return {
    value,
    failure,
    put(answer: T) {
      take(answer)
      next(afterAct)
    },
    refresh: () => void refresh(),
    start() {
      document.addEventListener('visibilitychange', seen)
      void refresh()
      return () => {
        document.removeEventListener('visibilitychange', seen)
        clearTimeout(timer)
        asking.abort()
      }
    },
  }
}

/** A feed that lives as long as the component that shows it: give the component a key of what it shows. */
export function useFeed<T>(load: (stop: AbortSignal) => Promise<T>, pace: (value: T) => number): Feed<T> {
  const [feed] = useState(() => createFeed(load, pace))
  useEffect(() => feed.start(), [feed])
  return feed
}
