import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** An uncontrolled input that takes the URL's value whenever that changes. */
export function useSyncedInput(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // In the layout phase: a later effect could overwrite what was typed since.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  return input
}
