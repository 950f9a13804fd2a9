import { formatMoney } from '../format.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { Contact } from './contact.tsx'
import { phrase } from './phrase.ts'

/** Less than asked has arrived: the shop decides. */
export const underpaid = (model: CheckoutModel): ScreenContent => {
  const { view, t } = model
  return {
    tone: 'warning',
    heading: phrase(t, 'underpaid', {
      paid: formatMoney(view.paid ?? view.amount, t.locale),
      amount: formatMoney(view.amount, t.locale),
    }),
    hint: phrase(t, 'underpaidHint'),
    body: <Contact model={model} />,
  }
}
