import type { BalanceView } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { ErrorAlert, FieldRow, Heading } from '../parts/common.tsx'
import { useSyncedInput } from '../parts/synced-input.ts'
import { usePolling } from '../polling.ts'
import { navigate } from '../route.ts'
import type { Session } from '../session.ts'

/** The service's own names: what each counts is the service's to say. */
const balanceFields: readonly [keyof BalanceView, string][] = [
  ['merchantBalance', 'Merchant balance'],
  ['merchantOverdraft', 'Merchant overdraft'],
  ['pipelineBalance', 'Pipeline balance'],
  ['pipelineAvailableBalance', 'Pipeline, available'],
  ['pipelineProcessingOrdersDeposit', 'Deposits in processing'],
  ['pipelineProcessingOrdersWithdrawals', 'Payouts in processing'],
]

/** The seven figures of a currency, as each pipeline's key sees them. */
export function Balance({ session, currency }: { session: Session; currency: string }) {
  return (
    <>
      <div class="head">
        <Heading title="Balance">Balance</Heading>
      </div>
      <form
        class="narrowing"
        onSubmit={(event) => {
          event.preventDefault()
          navigate({
            page: 'balance',
            currency: String(new FormData(event.currentTarget).get('currency') ?? '').trim(),
          })
        }}
      >
        <label for="currency">Currency key</label>
        <input
          id="currency"
          name="currency"
          ref={useSyncedInput(currency)}
          placeholder="UAH"
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="main">
          Show
        </button>
      </form>
      {currency === '' ? (
        <p class="quiet-line">Say which currency, by its key at the service.</p>
      ) : (
        <div class="balances">
          {session.pipelines.map(({ name }) => (
            <PipelineBalance key={`${currency} ${name}`} session={session} currency={currency} name={name} />
          ))}
        </div>
      )}
    </>
  )
}

/** Seconds between two looks: each is a question to the service. */
const refreshSeconds = () => 30

function PipelineBalance({ session, currency, name }: { session: Session; currency: string; name: string }) {
  const polling = usePolling(
    (abortSignal) => session.api.balance(currency, name, abortSignal),
    refreshSeconds,
  )
  const balance = polling.value.value
  return (
    <section class="card" aria-label={`Pipeline ${name}`} aria-busy={balance === null}>
      <h2>
        {name} <small>{balance?.currency ?? currency}</small>
      </h2>
      <ErrorAlert failure={polling.failure.value} onRetry={polling.refresh} />
      {balance !== null && (
        <dl class="figures">
          {balanceFields.map(([key, words]) => (
            <FieldRow key={key} label={words}>
              <span class="sum" title={key}>
                {groupDigits(balance[key])}
              </span>
            </FieldRow>
          ))}
        </dl>
      )}
    </section>
  )
}
