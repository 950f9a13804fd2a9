import { type Signal, signal, useSignal } from '@preact/signals'
import type { CreatePayout } from '../../contract/index.ts'
import { ApiError } from '../api.ts'
import { Heading } from '../parts/common.tsx'
import { ConfirmPayout } from '../parts/confirm-payout.tsx'
import { PayoutForm } from '../parts/payout-form.tsx'
import { hashOf, navigate, noFilters } from '../route.ts'
import type { Session } from '../session.ts'

/** The reference that was asked for again: its payout is shown, and that it is not a new one. */
export const duplicateReference: Signal<string> = signal('')

/** Making a payout: said, then confirmed with the amount spelled out, then sent once. */
export function NewPayout({ session }: { session: Session }) {
  const payout = useSignal<CreatePayout | null>(null)
  const confirming = useSignal(false)
  const sending = useSignal(false)
  const failure = useSignal<ApiError | null>(null)

  async function submit(): Promise<void> {
    if (sending.value || payout.value === null) return
    const { reference } = payout.value
    sending.value = true
    failure.value = null
    try {
      const { isNew } = await session.api.createPayout(payout.value)
      duplicateReference.value = isNew ? '' : reference
      navigate({ page: 'payout', reference })
    } catch (error) {
      failure.value = error instanceof ApiError ? error : new ApiError('unknown', String(error))
    } finally {
      sending.value = false
    }
  }

  return (
    <>
      <div class="head">
        <a href={hashOf({ page: 'payouts', ...noFilters })}>Payouts</a>
        <Heading title={confirming.value ? 'Confirm the payout' : 'Make a payout'}>
          {confirming.value ? 'Confirm the payout' : 'Make a payout'}
        </Heading>
      </div>
      {confirming.value && payout.value !== null ? (
        <ConfirmPayout
          payout={payout.value}
          sending={sending.value}
          failure={failure.value}
          onConfirm={() => void submit()}
          onEdit={() => {
            failure.value = null
            confirming.value = false
          }}
        />
      ) : (
        <PayoutForm
          pipelines={session.pipelines.flatMap(({ name, profile }) => (profile === 'payout' ? [name] : []))}
          initial={payout.value}
          onSubmit={(entered) => {
            payout.value = entered
            confirming.value = true
          }}
        />
      )}
    </>
  )
}
