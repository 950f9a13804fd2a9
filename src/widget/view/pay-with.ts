import type { SavedCard } from '../../contract/view.ts'
import { formatMoney } from './format.ts'
import type { CheckoutModel } from './model.ts'

/** What a press on a saved card does. Its number keeps together, isolated: in right-to-left text its groups would change places. */
export const payWith = ({ view, t }: CheckoutModel, { label }: SavedCard): string =>
  t('pay', {
    amount: formatMoney(view.amount, t.locale),
    card: `\u2068${label.replace('• ', '•\u00a0')}\u2069`,
  })
