import { type Signal, signal, useSignal } from '@preact/signals'
import type { CreatePayout } from 'paypane/contract'
import { Failure } from '../api.ts'
import { ConfirmPayout } from '../parts/confirm-payout.tsx'
import { PayoutForm } from '../parts/payout-form.tsx'
import { Heading } from '../parts/small.tsx'
import { everything, goTo, hashOf } from '../route.ts'
import type { Session } from '../session.ts'

/** The reference that was asked for again: its payout is shown, and that it is not a new one. */
export const alreadyThere: Signal<string> = signal('')

/** Making a payout: said, then confirmed with the amount spelled out, then sent once. */
export function NewPayout({ session }: { session: Session }) {
  const wish = useSignal<CreatePayout | null>(null)
  const confirming = useSignal(false)
  const sending = useSignal(false)
  const failure = useSignal<Failure | null>(null)

  async function pay(): Promise<void> {
    if (sending.value || wish.value === null) return
    const { reference } = wish.value
    sending.value = true
    failure.value = null
    try {
      const { isNew } = await session.api.pay(wish.value)
      alreadyThere.value = isNew ? '' : reference
      goTo({ page: 'payout', reference })
    } catch (error) {
      failure.value = error instanceof Failure ? error : new Failure('unknown', String(error))
    } finally {
      sending.value = false
    }
  }

  return (
    <>
      <div class="head">
        <a href={hashOf({ page: 'payouts', ...everything })}>Payouts</a>
        <Heading title={confirming.value ? 'Confirm the payout' : 'Make a payout'}>
          {confirming.value ? 'Confirm the payout' : 'Make a payout'}
        </Heading>
      </div>
      {confirming.value && wish.value !== null ? (
        <ConfirmPayout
          wish={wish.value}
          sending={sending.value}
          failure={failure.value}
          pay={() => void pay()}
          change={() => {
            failure.value = null
            confirming.value = false
          }}
        />
      ) : (
        <PayoutForm
          pipelines={session.pipelines.flatMap(({ name, profile }) => (profile === 'payout' ? [name] : []))}
          given={wish.value}
          next={(said) => {
            wish.value = said
            confirming.value = true
          }}
        />
      )}
    </>
  )
}
