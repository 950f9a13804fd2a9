import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** An uncontrolled input whose value is replaced when `value` changes. */
export function useSyncedInput(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // A layout effect: a later one could overwrite typed text.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  return input
}
