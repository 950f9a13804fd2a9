import { type Signal, signal, useSignal } from '@preact/signals'
import type { CreatePayout } from '../../contract/index.ts'
import { ConfirmPayout } from '../parts/confirm-payout.tsx'
import { Heading } from '../parts/heading.tsx'
import { PayoutForm } from '../parts/payout-form.tsx'
import { hashOf, navigate, noFilters } from '../route.ts'
import type { Session } from '../session.ts'
import { useSubmission } from '../submission.ts'

/** The reference of a create request that returned an existing payout; its page shows a notice. */
export const duplicateReference: Signal<string> = signal('')

/** Creates a payout: a form, then a confirmation with the amount in words, then one request. */
export function NewPayout({ session }: { session: Session }) {
  const payout = useSignal<CreatePayout | null>(null)
  const confirming = useSignal(false)
  const { busy, failure, submit, reset } = useSubmission()

  async function create(): Promise<void> {
    if (payout.value === null) return
    const { reference } = payout.value
    const { isNew } = await session.api.createPayout(payout.value)
    duplicateReference.value = isNew ? '' : reference
    navigate({ page: 'payout', reference })
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
          sending={busy.value}
          failure={failure.value}
          onConfirm={() => void submit(create)}
          onEdit={() => {
            reset()
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
