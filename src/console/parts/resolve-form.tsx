import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { z } from 'zod'
import type { AttemptDetail, ResolveReview } from '../../contract/index.ts'
import { ApiError } from '../api.ts'
import { actionsFor } from '../words/review.ts'
import { ErrorAlert } from './common.tsx'

interface Props {
  attempt: z.infer<typeof AttemptDetail>
  kind: 'checkout' | 'payout'
  resolve(decision: ResolveReview): Promise<void>
}

/** What an operator can do, each with what follows from it. Recorded with its time and why. */
export function ResolveForm({ attempt, kind, resolve }: Props) {
  const actions = actionsFor(attempt, kind)
  const selected = useSignal<ResolveReview['act'] | null>(
    actions.length === 1 ? (actions[0]?.type ?? null) : null,
  )
  const confirmed = useSignal(false)
  const note = useSignal('')
  const busy = useSignal(false)
  const failure = useSignal<ApiError | null>(null)
  const doneMessage = useSignal('')
  const id = useId()
  const action = actions.find((candidate) => candidate.type === selected.value)
  const ready =
    action !== undefined && note.value.trim() !== '' && (action.confirmation === null || confirmed.value)

  const missingHint =
    action === undefined
      ? 'Choose what to do, and say why.'
      : action.confirmation !== null && !confirmed.value
        ? 'Confirm that you are sure, and say why.'
        : 'Say why.'

  async function submit(): Promise<void> {
    if (action === undefined || !ready || busy.value) return
    busy.value = true
    failure.value = null
    try {
      await resolve({ attempt: attempt.attempt, act: action.type, note: note.value.trim() })
      note.value = ''
      doneMessage.value = action.type === 'recheck' ? 'Recorded. The service is asked now.' : 'Recorded.'
    } catch (error) {
      failure.value = error instanceof ApiError ? error : new ApiError('unknown', String(error))
    } finally {
      busy.value = false
    }
  }

  return (
    <form
      class="settle"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {actions.length > 1 ? (
        <fieldset>
          <legend>What to do</legend>
          {actions.map((option) => (
            <label key={option.type} class="act">
              <input
                type="radio"
                name={`${id}-act`}
                value={option.type}
                checked={selected.value === option.type}
                onChange={() => {
                  selected.value = option.type
                  confirmed.value = false
                }}
              />
              <span>
                <b>{option.label}</b>
                <small>{option.consequence}</small>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p class="hint">{action?.consequence}</p>
      )}
      {action?.confirmation && (
        <label class="act surety">
          <input
            type="checkbox"
            checked={confirmed.value}
            onChange={(event) => {
              confirmed.value = event.currentTarget.checked
            }}
          />
          <span>{action.confirmation}</span>
        </label>
      )}
      <label for={`${id}-note`}>Why (kept, with the time)</label>
      <textarea
        id={`${id}-note`}
        rows={2}
        maxLength={2000}
        value={note.value}
        onInput={(event) => {
          note.value = event.currentTarget.value
        }}
      />
      <ErrorAlert failure={failure.value} />
      <div class="acts">
        <button type="submit" class="main" disabled={!ready || busy.value}>
          {action === undefined ? 'Record' : action.label}
        </button>
        <span role="status">{doneMessage.value}</span>
        {!ready && doneMessage.value === '' && <span class="hint">{missingHint}</span>}
      </div>
    </form>
  )
}
