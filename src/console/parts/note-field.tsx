import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'

/** The operator's reason, which is recorded with the act. */
export function NoteField({ label, note }: { label: string; note: Signal<string> }) {
  const id = useId()
  return (
    <>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={note.value}
        onInput={(event) => {
          note.value = event.currentTarget.value
        }}
      />
    </>
  )
}
