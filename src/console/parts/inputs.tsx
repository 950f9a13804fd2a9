import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

/** The attributes of an input that shows and changes a text. */
export const boundTo = (text: Signal<string>) => ({
  value: text.value,
  onInput: ({ currentTarget }: { currentTarget: { value: string } }) => {
    text.value = currentTarget.value
  },
})

/** The operator's reason, which is recorded with the action. */
export function NoteField({ label, note }: { label: string; note: Signal<string> }) {
  const id = useId()
  return (
    <>
      <label for={id}>{label}</label>
      <textarea id={id} rows={2} maxLength={2000} {...boundTo(note)} />
    </>
  )
}

/** An uncontrolled input whose value is replaced when `value` changes. */
export function useSyncedInput(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // A layout effect: a later one could overwrite typed text.
  useLayoutEffect(() => {
    // A space at the end of what is being typed stays.
    if (input.current !== null && input.current.value.trim() !== value) input.current.value = value
  }, [value])
  return input
}
