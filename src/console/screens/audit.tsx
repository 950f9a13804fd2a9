import type { AuditLine } from '../../contract/index.ts'
import { DayInput } from '../parts/filters.tsx'
import { Head } from '../parts/layout.tsx'
import { Polled } from '../parts/polled.tsx'
import { Table } from '../parts/table.tsx'
import { Timestamp } from '../parts/values.tsx'
import { usePolling } from '../polling.ts'
import { hashOf, navigate } from '../route.ts'
import type { Session } from '../session.ts'

/** More rows would make the page slow; the whole trail is `GET /admin/audit`. */
const maxRows = 1000

interface Props {
  session: Session
  from: string | null
  to: string | null
}

/** Who did what, and who read a person's data: by default today's. */
export function Audit({ session, from, to }: Props) {
  const first = from ?? to ?? today()
  const last = to ?? today()
  return (
    <>
      <Head title="Audit" heading="Audit trail" />
      <p class="hint">What operators did and whose data they read. Nothing here can be changed.</p>
      <div class="filters days">
        <DayInput label="From" day={first} onChange={(day) => navigate({ page: 'audit', from: day, to })} />
        <DayInput label="To" day={last} onChange={(day) => navigate({ page: 'audit', from, to: day })} />
      </div>
      <AuditRows key={`${first} ${last}`} session={session} from={first} to={last} />
    </>
  )
}

/** In the operator's time zone. */
const today = (): string => new Date().toLocaleDateString('sv')

function AuditRows({ session, from, to }: { session: Session; from: string; to: string }) {
  const polling = usePolling((abortSignal) => session.api.audit(from, to, abortSignal), 30)
  const lines = polling.value.value
  return (
    <section class="card rows" aria-label="Newest first" aria-busy={lines === null}>
      <Polled polling={polling}>
        {(lines) => (
          <Table
            empty="Nothing was done on these days."
            class="list"
            rows={lines.slice(0, maxRows)}
            rowKey={({ seq }) => seq}
            columns={[
              ['What', 'main what', whatOf],
              ['Reason', '', ({ note }) => note ?? <span class="placeholder">–</span>],
              ['Operator', 'who', whoOf],
              ['When', 'exact', ({ at }) => <Timestamp time={at} />],
            ]}
          />
        )}
      </Polled>
      {lines !== null && lines.length > maxRows && (
        <p class="empty">
          The newest {maxRows} of {lines.length}. Choose fewer days for the others.
        </p>
      )}
    </section>
  )
}

const whatOf = (line: AuditLine) => (
  <>
    {actionText(line.action)} <Reference line={line} />
    {line.detail !== null && <small>{line.detail}</small>}
  </>
)

const whoOf = ({ operator, address }: AuditLine) => (
  <>
    {operator}
    {address !== null && <small>{address}</small>}
  </>
)

/** `reviewCheckout` as words. */
const actionText = (action: string): string =>
  action
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase())

function Reference({ line: { action, ref } }: { line: AuditLine }) {
  if (ref === null) return null
  const href = ref.startsWith('co_')
    ? hashOf({ page: 'checkout', id: ref })
    : /payout/i.test(action)
      ? hashOf({ page: 'payout', reference: ref })
      : null
  return href === null ? <code>{ref}</code> : <a href={href}>{ref}</a>
}
