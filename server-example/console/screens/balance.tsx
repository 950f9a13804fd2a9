import type { BalanceView } from 'paypane/contract'
import { useFeed } from '../feed.ts'
import { grouped } from '../format.ts'
import { useInputAt } from '../parts/input-at.ts'
import { Fact, Heading, Trouble } from '../parts/small.tsx'
import { goTo } from '../route.ts'
import type { Session } from '../session.ts'

/** The service's own names: what each counts is the service's to say. */
const figures: readonly [keyof BalanceView, string][] = [
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
          goTo({
            page: 'balance',
            currency: String(new FormData(event.currentTarget).get('currency') ?? '').trim(),
          })
        }}
      >
        <label for="currency">Currency key</label>
        <input
          id="currency"
          name="currency"
          ref={useInputAt(currency)}
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
const pace = () => 30

function PipelineBalance({ session, currency, name }: { session: Session; currency: string; name: string }) {
  const feed = useFeed((stop) => session.api.balance(currency, name, stop), pace)
  const balance = feed.value.value
  return (
    <section class="card" aria-label={`Pipeline ${name}`} aria-busy={balance === null}>
      <h2>
        {name} <small>{balance?.currency ?? currency}</small>
      </h2>
      <Trouble failure={feed.failure.value} again={feed.refresh} />
      {balance !== null && (
        <dl class="figures">
          {figures.map(([key, words]) => (
            <Fact key={key} name={words}>
              <span class="sum" title={key}>
                {grouped(balance[key])}
              </span>
            </Fact>
          ))}
        </dl>
      )}
    </section>
  )
}
