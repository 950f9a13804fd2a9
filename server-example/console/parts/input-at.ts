import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** An input that the operator types in freely, and that follows the address when that changes. */
export function useInputAt(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  // With the drawing itself: later, it would undo what was typed meanwhile.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value
  }, [value])
  return field
}
