import type { CreatePayout } from 'paypane/contract'
import type { Failure } from '../api.ts'
import { moneyText } from '../format.ts'
import { amountInWords } from '../words/amount.ts'
import { Fact, Trouble } from './small.tsx'

interface Props {
  wish: CreatePayout
  sending: boolean
  failure: Failure | null
  pay(): void
  change(): void
}

/** The last look before money leaves. */
export function ConfirmPayout({ wish, sending, failure, pay, change }: Props) {
  const { reference, amount, currency, pipeline, additionalFields = [] } = wish
  return (
    <section class="card slip" aria-label="The payout">
      <p class="big">{moneyText({ value: amount, currency })}</p>
      <p class="in-words">{amountInWords(amount, currency)}</p>
      <dl class="facts">
        <Fact name="Reference">{reference}</Fact>
        {pipeline !== undefined && <Fact name="Pipeline">{pipeline}</Fact>}
        {additionalFields.map(({ key, value }) => (
          <Fact key={key} name={key}>
            {masked(String(value))}
          </Fact>
        ))}
      </dl>
      <p class="hint">
        The money leaves as soon as the service takes this. It cannot be called back from here.
      </p>
      <Trouble failure={failure} />
      {failure?.kind === 'unknown' && (
        <p class="hint">
          Whether the payout was made is not known here. Pressing again is safe: under the same reference no
          second one is made.
        </p>
      )}
      <div class="acts">
        <button type="button" class="main" disabled={sending} onClick={pay}>
          Pay out {moneyText({ value: amount, currency })}
        </button>
        <button type="button" class="quiet" disabled={sending} onClick={change}>
          Change
        </button>
      </div>
    </section>
  )
}

/** A card, an account or a phone is told by its first and last digits; names are read whole. */
const masked = (value: string): string =>
  value.replace(/\D/g, '').length < 8 ? value : `${value.slice(0, 4)} … ${value.slice(-4)}`
