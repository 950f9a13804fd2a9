import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** An input that the operator types in freely, and that follows the address when that changes. */
export function useInputAt(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current !== null) field.current.value = value
  }, [value])
  return field
}
