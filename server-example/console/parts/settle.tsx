import { useSignal } from '@preact/signals'
import type { AttemptStory, Settle } from 'paypane/contract'
import { useId } from 'preact/hooks'
import type { z } from 'zod'
import { Failure } from '../api.ts'
import { actsFor } from '../words/review.ts'
import { Trouble } from './small.tsx'

interface Props {
  attempt: z.infer<typeof AttemptStory>
  kind: 'checkout' | 'payout'
  settle(act: Settle): Promise<void>
}

/** What an operator can do, each with what follows from it. Recorded with its time and why. */
export function SettleForm({ attempt, kind, settle }: Props) {
  const acts = actsFor(attempt, kind)
  const chosen = useSignal<Settle['act'] | null>(acts.length === 1 ? (acts[0]?.act ?? null) : null)
  const sure = useSignal(false)
  const note = useSignal('')
  const busy = useSignal(false)
  const failure = useSignal<Failure | null>(null)
  const done = useSignal('')
  const id = useId()
  const act = acts.find((candidate) => candidate.act === chosen.value)
  const ready = act !== undefined && note.value.trim() !== '' && (act.surety === null || sure.value)

  const missing =
    act === undefined
      ? 'Choose what to do, and say why.'
      : act.surety !== null && !sure.value
        ? 'Confirm that you are sure, and say why.'
        : 'Say why.'

  async function record(): Promise<void> {
    if (act === undefined || !ready || busy.value) return
    busy.value = true
    failure.value = null
    try {
      await settle({ attempt: attempt.attempt, act: act.act, note: note.value.trim() })
      note.value = ''
      done.value = act.act === 'ask' ? 'Recorded. The service is asked now.' : 'Recorded.'
    } catch (error) {
      failure.value = error instanceof Failure ? error : new Failure('unknown', String(error))
    } finally {
      busy.value = false
    }
  }

  return (
    <form
      class="settle"
      onSubmit={(event) => {
        event.preventDefault()
        void record()
      }}
    >
      {acts.length > 1 ? (
        <fieldset>
          <legend>What to do</legend>
          {acts.map((one) => (
            <label key={one.act} class="act">
              <input
                type="radio"
                name={`${id}-act`}
                value={one.act}
                checked={chosen.value === one.act}
                onChange={() => {
                  chosen.value = one.act
                  sure.value = false
                }}
              />
              <span>
                <b>{one.label}</b>
                <small>{one.consequence}</small>
              </span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p class="hint">{act?.consequence}</p>
      )}
      {act?.surety && (
        <label class="act surety">
          <input
            type="checkbox"
            checked={sure.value}
            onChange={(event) => {
              sure.value = event.currentTarget.checked
            }}
          />
          <span>{act.surety}</span>
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
      <Trouble failure={failure.value} />
      <div class="acts">
        <button type="submit" class="main" disabled={!ready || busy.value}>
          {act === undefined ? 'Record' : act.label}
        </button>
        <span role="status">{done.value}</span>
        {!ready && done.value === '' && <span class="hint">{missing}</span>}
      </div>
    </form>
  )
}
