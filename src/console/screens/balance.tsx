import type { BalanceView } from '../../contract/index.ts'
import { groupDigits } from '../format.ts'
import { useSyncedInput } from '../parts/inputs.tsx'
import { Head } from '../parts/layout.tsx'
import { Polled } from '../parts/polled.tsx'
import { FieldRow } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { navigate } from '../route.ts'
import type { Session } from '../session.ts'

/** The six figures, under the service's names. */
const balanceFields: readonly [keyof BalanceView, string][] = [
  ['merchantBalance', 'Merchant balance'],
  ['merchantOverdraft', 'Merchant overdraft'],
  ['pipelineBalance', 'Pipeline balance'],
  ['pipelineAvailableBalance', 'Pipeline, available'],
  ['pipelineProcessingOrdersDeposit', 'Deposits in processing'],
  ['pipelineProcessingOrdersWithdrawals', 'Payouts in processing'],
]

/** The balance as the service reports it for each pipeline: in one currency, or in those in use. */
export function Balance({ session, currency }: { session: Session; currency: string }) {
  return (
    <>
      <Head title="Balance" />
      <form
        class="filters"
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
          size={10}
          autocomplete="off"
          spellcheck={false}
        />
        <button type="submit" class="button-primary">
          Show
        </button>
      </form>
      {currency === '' ? (
        <CurrenciesInUse session={session} />
      ) : (
        <Balances session={session} currencies={[currency]} />
      )}
    </>
  )
}

/** Each balance is a request to the service. */
const refreshSeconds = 30
const maxCurrencies = 6

/** The balance in the currencies of the orders of the last 30 days. */
function CurrenciesInUse({ session }: { session: Session }) {
  const polling = usePolling(
    (abortSignal) => session.api.report({ from: null, to: null }, abortSignal),
    refreshSeconds,
  )
  return (
    <Polled polling={polling}>
      {({ byCurrency }) => {
        const currencies = byCurrency.toSorted((a, b) => b.count - a.count).map(({ currency }) => currency)
        const others = currencies.slice(maxCurrencies)
        if (currencies.length === 0)
          return <p class="empty">No orders in the last 30 days. Enter a currency key of the service.</p>
        return (
          <>
            <Balances session={session} currencies={currencies.slice(0, maxCurrencies)} />
            {others.length > 0 && <p class="hint">Also in use: {others.join(', ')}. Enter one above.</p>}
          </>
        )
      }}
    </Polled>
  )
}

function Balances({ session, currencies }: { session: Session; currencies: readonly string[] }) {
  return (
    <div class="balances">
      {currencies.flatMap((currency) =>
        session.pipelines.map(({ name }) => (
          <PipelineBalance key={`${currency} ${name}`} session={session} currency={currency} name={name} />
        )),
      )}
    </div>
  )
}

function PipelineBalance({ session, currency, name }: { session: Session; currency: string; name: string }) {
  const polling = usePolling(
    (abortSignal) => session.api.balance(currency, name, abortSignal),
    refreshSeconds,
  )
  const balance = polling.value.value
  return (
    <section class="card" aria-label={`Pipeline ${name}, ${currency}`} aria-busy={balance === null}>
      <h2>
        {name} <small>{balance?.currency ?? currency}</small>
      </h2>
      <Polled polling={polling}>
        {(balance) => (
          <dl class="balance-fields">
            {balanceFields.map(([key, label]) => (
              <FieldRow key={key} label={label}>
                <span class="amount" title={key}>
                  {groupDigits(balance[key])}
                </span>
              </FieldRow>
            ))}
          </dl>
        )}
      </Polled>
    </section>
  )
}
