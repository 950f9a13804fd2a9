import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** An input that the operator types in freely, and that follows the address when that changes. */
export function useSyncedInput(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // With the drawing itself: later, it would undo what was typed meanwhile.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  return input
}
