import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { AttemptDetail, ResolveReview } from '../../contract/index.ts'
import { actionsFor } from '../texts/review.ts'
import { ActionForm } from './action-form.tsx'
import { NoteField } from './inputs.tsx'

interface Props {
  attempt: AttemptDetail
  kind: 'checkout' | 'payout'
  resolve(decision: ResolveReview): Promise<void>
}

/** The operator's decision about a review. It is recorded with its time and note. */
export function ResolveForm({ attempt, kind, resolve }: Props) {
  const actions = actionsFor(attempt, kind)
  const selected = useSignal<ResolveReview['action'] | null>(
    actions.length === 1 ? (actions[0]?.type ?? null) : null,
  )
  /** The statement that was ticked: it may change with an update, and is then another one. */
  const confirmed = useSignal<string | null>(null)
  const note = useSignal('')
  const doneMessage = useSignal('')
  const id = useId()
  const action = actions.find((candidate) => candidate.type === selected.value)
  const isConfirmed = action?.confirmation === null || action?.confirmation === confirmed.value
  const ready = action !== undefined && note.value.trim() !== '' && isConfirmed

  const missingHint =
    action === undefined
      ? 'Choose an action and give a reason.'
      : !isConfirmed
        ? 'Confirm the statement and give a reason.'
        : 'Give a reason.'

  async function sendDecision(): Promise<void> {
    if (action === undefined) return
    const { review, reported } = attempt
    // A status is looked up whatever the review is.
    const seen = action.type === 'recheck' || review === null ? undefined : { since: review.since, reported }
    await resolve({ attempt: attempt.attempt, action: action.type, note: note.value.trim(), seen })
    note.value = ''
    doneMessage.value = action.type === 'recheck' ? 'Recorded. The status is looked up now.' : 'Recorded.'
  }

  return (
    <ActionForm
      label={action === undefined ? 'Record' : action.label}
      isReady={ready}
      run={sendDecision}
      note={
        <>
          <span role="status">{doneMessage.value}</span>
          {!ready && doneMessage.value === '' && <span class="hint">{missingHint}</span>}
        </>
      }
    >
      {actions.length > 1 ? (
        <fieldset>
          <legend>Action</legend>
          {actions.map((option) => (
            <label key={option.type} class="action">
              <input
                type="radio"
                name={`${id}-action`}
                value={option.type}
                checked={selected.value === option.type}
                onChange={() => {
                  selected.value = option.type
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
        <label class="action confirmation">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => {
              confirmed.value = event.currentTarget.checked ? action.confirmation : null
            }}
          />
          <span>{action.confirmation}</span>
        </label>
      )}
      <NoteField label="Reason (recorded with the time)" note={note} />
    </ActionForm>
  )
}
