import { Layout } from './parts/layout.tsx'
import { type Route, route } from './route.ts'
import { Audit } from './screens/audit.tsx'
import { Balance } from './screens/balance.tsx'
import { Checkout } from './screens/checkout.tsx'
import { Events } from './screens/events.tsx'
import { Checkouts, Payouts } from './screens/lists.tsx'
import { NewPayout } from './screens/new-payout.tsx'
import { Payout } from './screens/payout.tsx'
import { Reconciliation } from './screens/reconciliation.tsx'
import { Report } from './screens/report.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { UnmatchedCallbacks } from './screens/unmatched-callbacks.tsx'
import { type Session, session } from './session.ts'

/** `adminUrl`: the base URL of the admin API. */
export function App({ adminUrl }: { adminUrl: string }) {
  const currentSession = session.value
  if (currentSession === null) return <SignIn adminUrl={adminUrl} />
  return (
    <Layout session={currentSession}>
      <Screen session={currentSession} route={route.value} />
    </Layout>
  )
}

function Screen({ session: currentSession, route }: { session: Session; route: Route }) {
  switch (route.page) {
    case 'checkouts':
      return <Checkouts session={currentSession} filters={route} />
    case 'checkout':
      return <Checkout key={route.id} session={currentSession} id={route.id} />
    case 'payouts':
      return <Payouts session={currentSession} filters={route} />
    case 'events':
      return <Events session={currentSession} filters={route} />
    case 'new-payout':
      return <NewPayout session={currentSession} />
    case 'payout':
      return <Payout key={route.reference} session={currentSession} reference={route.reference} />
    case 'callbacks':
      return <UnmatchedCallbacks key={route.after} session={currentSession} after={route.after} />
    case 'audit':
      return <Audit session={currentSession} from={route.from} to={route.to} />
    case 'reconciliation':
      return <Reconciliation session={currentSession} />
    case 'report':
      return <Report session={currentSession} from={route.from} to={route.to} />
    case 'balance':
      return <Balance session={currentSession} currency={route.currency} />
  }
}
