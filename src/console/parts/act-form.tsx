import type { ComponentChildren } from 'preact'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'

interface Props {
  label: string
  /** Everything is filled in. */
  isReady: boolean
  act(): Promise<void>
  /** Beside the button. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** A form for an act of the operator. */
export function ActForm({ label, isReady, act, note, children }: Props) {
  const { busy, failure, submit } = useSubmission()
  return (
    <form
      class="resolve"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit(act)
      }}
    >
      {children}
      <ErrorAlert failure={failure} />
      <div class="actions">
        <button type="submit" class="button-primary" disabled={!isReady || busy}>
          {label}
        </button>
        {note}
      </div>
    </form>
  )
}

interface ButtonProps {
  act(): Promise<void>
  disabled?: boolean
  /** While it runs. Default: the same text. */
  busyLabel?: string | undefined
  children: ComponentChildren
}

/** A button for an act without a form, and its failure. */
export function ActButton({ act, disabled = false, busyLabel, children }: ButtonProps) {
  const { busy, failure, submit } = useSubmission()
  return (
    <>
      <button
        type="button"
        class="button-secondary"
        disabled={disabled || busy}
        onClick={() => void submit(act)}
      >
        {(busy && busyLabel) || children}
      </button>
      <ErrorAlert failure={failure} />
    </>
  )
}
