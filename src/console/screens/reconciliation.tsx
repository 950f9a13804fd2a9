import { useSignal } from '@preact/signals'
import type { DifferenceKind, LastReconciliation } from '../../contract/index.ts'
import { ActionButton } from '../parts/action-form.tsx'
import { Head } from '../parts/layout.tsx'
import { Polled } from '../parts/polled.tsx'
import { FieldRow, Id, Timestamp } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { hashOf } from '../route.ts'
import { mayDo, type Session } from '../session.ts'

type Result = NonNullable<LastReconciliation['last']>
type Difference = Result['differences'][number]

/** What the last `paypane reconcile --record` has found, and what to do about it. */
export function Reconciliation({ session }: { session: Session }) {
  const polling = usePolling((abortSignal) => session.api.reconciliation(abortSignal), 60)
  return (
    <>
      <Head title="Reconciliation" />
      <p class="hint">
        What is stored here, compared with what the service says. It changes nothing by itself. To compare
        again, with the server's settings in a file and your token in OPERATOR_TOKEN:{' '}
        <code>npx paypane reconcile --record --env FILE --url https://…/pay</code>. To compare with the
        service's list, add <code>--list FILE.csv</code>.
      </p>
      <Polled polling={polling}>
        {({ last }) =>
          last === null ? (
            <p class="empty">No reconciliation has been recorded yet.</p>
          ) : (
            <Recorded key={last.at} result={last} session={session} />
          )
        }
      </Polled>
    </>
  )
}

function Recorded({ result, session }: { result: Result; session: Session }) {
  const {
    at,
    operator,
    from,
    to,
    byList,
    compared,
    unanswered,
    notCompared,
    unreadable,
    total,
    differences,
  } = result
  const isPartial = unanswered > 0 || notCompared.length > 0 || unreadable.length > 0
  return (
    <>
      <section class={total > 0 ? 'card needs-decision' : 'card'} aria-labelledby="result">
        <h2 id="result">
          {total === 0 ? 'No differences' : total === 1 ? '1 difference' : `${total} differences`}
          {isPartial && ' in what was compared'}
        </h2>
        {unanswered > 0 && (
          <p>
            {unanswered === 1 ? '1 lookup was' : `${unanswered} lookups were`} not answered, so nothing is
            known of these. Compare again later.
          </p>
        )}
        {notCompared.length > 0 && <p>Not compared, at least in part: {notCompared.join(', ')}.</p>}
        {unreadable.length > 0 && (
          <p>
            Left out, because they cannot be read: {unreadable.join(', ')}. The server's log names the reason.
            Their orders may be listed as not stored here.
          </p>
        )}
        <dl class="field-list">
          <FieldRow label="Compared">
            {compared} {byList ? "orders of the service's list" : 'attempts, by a lookup of each'}
          </FieldRow>
          <FieldRow label="Sent">
            {from !== null && (
              <>
                from <Timestamp time={from} />{' '}
              </>
            )}
            until <Timestamp time={to} />
          </FieldRow>
          <FieldRow label="Recorded">
            <Timestamp time={at} /> by {operator}
          </FieldRow>
        </dl>
      </section>
      {differences.map((difference) => (
        <DifferenceCard
          key={`${difference.kind} ${difference.externalTransactionId} ${difference.externalId}`}
          difference={difference}
          session={session}
        />
      ))}
      {total > differences.length && (
        <p class="hint">{total - differences.length} more: the command has printed them all.</p>
      )}
    </>
  )
}

const titles: Record<DifferenceKind, string> = {
  'missing here': 'The service has an order that is not stored here',
  'missing there': 'The service does not have this order',
  amount: 'Another amount at the service',
  currency: 'Another currency at the service',
  status: 'Another status at the service',
}

const taskOf: Record<DifferenceKind, string> = {
  'missing here':
    "Money may have moved. Ask the service's support which payment it is; after a backup was restored, mark the order in your shop.",
  'missing there':
    "Check that the list covers this time and pipeline. If it does, look it up again, and ask the service's support with both ids. Do not send it a second time.",
  amount:
    'Look it up again. If the service says the same, its amount is taken over, and less than requested needs a review.',
  currency: 'Look it up again: a review is opened. Hand out nothing for it before you have decided.',
  status:
    'Look it up again: what the service says is taken over, or a review is opened if it contradicts a final state.',
}

function DifferenceCard({ difference, session }: { difference: Difference; session: Session }) {
  const { kind, payment, externalTransactionId, externalId, here, there } = difference
  return (
    <section class="card" aria-label={`${titles[kind]}: ${payment?.ref ?? externalId ?? ''}`}>
      <h2>{titles[kind]}</h2>
      <p>{taskOf[kind]}</p>
      <dl class="field-list">
        {payment !== null && (
          <FieldRow label={payment.kind === 'payout' ? 'Payout' : 'Order'}>
            <a href={hashOf(routeOf(payment))}>{payment.ref}</a>, attempt {payment.attempt}
          </FieldRow>
        )}
        <FieldRow label="Here">{here ?? '–'}</FieldRow>
        <FieldRow label="Service">{there ?? '–'}</FieldRow>
        <FieldRow label="externalId">
          <Id>{externalId}</Id>
        </FieldRow>
        <FieldRow label="externalTransactionId">
          <Id>{externalTransactionId}</Id>
        </FieldRow>
      </dl>
      {payment !== null && mayDo(session, 'resolve') && (
        <LookUpButton
          lookUp={async () => {
            const { api } = session
            const decision = {
              attempt: payment.attempt,
              action: 'recheck',
              note: `Reconciliation: ${kind}`,
            } as const
            await (payment.kind === 'payout'
              ? api.resolvePayout(payment.id, decision)
              : api.resolveCheckout(payment.id, decision))
          }}
        />
      )}
    </section>
  )
}

const routeOf = ({ kind, id }: NonNullable<Difference['payment']>) =>
  kind === 'payout' ? ({ page: 'payout', reference: id } as const) : ({ page: 'checkout', id } as const)

function LookUpButton({ lookUp }: { lookUp(): Promise<void> }) {
  const isDone = useSignal(false)
  async function run(): Promise<void> {
    await lookUp()
    isDone.value = true
  }
  return (
    <div class="actions">
      <ActionButton run={run} disabled={isDone.value}>
        Look it up again
      </ActionButton>
      <span class="hint" role="status">
        {isDone.value && 'The lookup is on its way. Its page shows what has come of it.'}
      </span>
    </div>
  )
}
