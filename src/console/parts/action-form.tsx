import type { ComponentChildren } from 'preact'
import { useSubmission } from '../submission.ts'
import { ErrorAlert } from './error-alert.tsx'

interface Props {
  label: string
  /** Everything is filled in. */
  isReady: boolean
  run(): Promise<void>
  /** Beside the button. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** A form for an action of the operator. */
export function ActionForm({ label, isReady, run, note, children }: Props) {
  const { busy, failure, submit } = useSubmission()
  return (
    <form
      class="resolve"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit(run)
      }}
    >
      {children}
      <ErrorAlert failure={failure} />
      <div class="actions">
        {/* Not `disabled`, which would take the focus from the button that was pressed. */}
        <button type="submit" class="button-primary" aria-disabled={!isReady || busy}>
          {label}
        </button>
        {note}
      </div>
    </form>
  )
}

interface ButtonProps {
  run(): Promise<void>
  disabled?: boolean
  /** While it runs. Default: the same text. */
  busyLabel?: string | undefined
  children: ComponentChildren
}

/** A button for an action without a form, and its failure. */
export function ActionButton({ run, disabled = false, busyLabel, children }: ButtonProps) {
  const { busy, failure, submit } = useSubmission()
  return (
    <>
      <button
        type="button"
        class="button-secondary"
        aria-disabled={disabled || busy}
        onClick={() => {
          if (!disabled) void submit(run)
        }}
      >
        {(busy && busyLabel) || children}
      </button>
      <ErrorAlert failure={failure} />
    </>
  )
}
