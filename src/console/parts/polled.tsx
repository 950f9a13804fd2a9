import type { ComponentChildren } from 'preact'
import type { Polling } from '../polling.ts'
import { ErrorAlert } from './error-alert.tsx'

interface Props<T> {
  polling: Polling<T>
  children(value: T): ComponentChildren
}

/** The last value, below the failure of a later request. Grey lines while the first one is loading. */
export function Polled<T>({ polling, children }: Props<T>) {
  const value = polling.value.value
  const failure = polling.failure.value
  return (
    <>
      <ErrorAlert failure={failure} onRetry={polling.refresh} />
      {value === null ? failure === null && <Skeleton /> : children(value)}
    </>
  )
}

const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">Loading</span>
    <i />
    <i />
    <i />
  </div>
)
