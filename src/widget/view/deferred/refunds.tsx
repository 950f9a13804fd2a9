import type { RefundView } from '../../../contract/view.ts'
import type { Translator } from '../../i18n/translator.ts'
import { formatMoney } from '../format.ts'
import type { CheckoutModel } from '../model.ts'
import { phrase } from './phrase.ts'

const states = { pending: 'refundPending', succeeded: 'refundSucceeded', failed: 'refundFailed' } as const

/** What the payer gets back, and how far that is. */
export const refundText = (
  t: Translator,
  { amount, state }: RefundView,
): readonly [what: string, state: string] => [
  phrase(t, 'refund', { amount: formatMoney(amount, t.locale) }),
  // The shop has sent a link to the page that asks where to send it.
  state === 'requested' ? '' : phrase(t, states[state]),
]

export function Refunds({ model: { view, t } }: { model: CheckoutModel }) {
  return view.refunds?.map((refund) => {
    const [what, state] = refundText(t, refund)
    return (
      <p key={what + state} class="note">
        <b>{what}</b>
        {` ${state}`}
      </p>
    )
  })
}
