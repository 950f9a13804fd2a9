import { Frame } from './parts/frame.tsx'
import { type Route, route } from './route.ts'
import { Balance } from './screens/balance.tsx'
import { Checkout } from './screens/checkout.tsx'
import { Checkouts } from './screens/checkouts.tsx'
import { NewPayout } from './screens/new-payout.tsx'
import { Payout } from './screens/payout.tsx'
import { Payouts } from './screens/payouts.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { type Session, session } from './session.ts'

/** `base`: where the admin API is. */
export function App({ base }: { base: string }) {
  const now = session.value
  if (now === null) return <SignIn base={base} />
  return (
    <Frame>
      <Screen session={now} at={route.value} />
    </Frame>
  )
}

function Screen({ session: now, at }: { session: Session; at: Route }) {
  switch (at.page) {
    case 'checkouts':
      return <Checkouts session={now} at={at} />
    case 'checkout':
      return <Checkout key={at.id} session={now} id={at.id} />
    case 'payouts':
      return <Payouts session={now} at={at} />
    case 'new-payout':
      return <NewPayout session={now} />
    case 'payout':
      return <Payout key={at.reference} session={now} reference={at.reference} />
    case 'balance':
      return <Balance session={now} currency={at.currency} />
  }
}
