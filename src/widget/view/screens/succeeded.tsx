import { formatMoney } from '../format.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The only screen that says "paid". Shows the received amount, and the requested one if it differs. */
export function succeeded({ state, view, t }: CheckoutModel): ScreenContent {
  const { paid } = view
  const amount = formatMoney(view.amount, t.locale)
  const received = paid ? formatMoney(paid, t.locale) : amount
  return {
    tone: 'success',
    heading: t('succeeded'),
    hint:
      received === amount
        ? t('succeededHint', { amount })
        : t('succeededOtherAmount', { paid: received, amount }),
    body: state.wasFailedOrExpired && <p class="note">{t('succeededLate')}</p>,
  }
}
