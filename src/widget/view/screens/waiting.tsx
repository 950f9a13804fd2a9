import { formatMoney } from '../format.ts'
import type { Model } from '../model.ts'
import { Contact } from '../parts/contact.tsx'
import { PayAnotherWay } from '../parts/pay-another-way.tsx'
import { Slow } from '../parts/slow.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The first view has not arrived yet. */
export const loading = (model: Model): ScreenContent => ({
  tone: 'active',
  heading: model.t('loading'),
  body: <Slow model={model} isShort={true} />,
})

/** An attempt is being created. */
export const preparing = (model: Model): ScreenContent => ({
  tone: 'active',
  heading: model.t('preparing'),
  body: <Slow model={model} isShort={true} />,
})

/** The result is not known, and the payer has nothing to do. */
export const pending = (model: CheckoutModel): ScreenContent =>
  isUnderpaid(model)
    ? underpaid(model)
    : {
        tone: 'active',
        heading: model.t('pending'),
        hint: model.t('pendingHint'),
        body: (
          <>
            <Slow model={model} isShort={false} />
            <PayAnotherWay model={model} />
          </>
        ),
      }

/** Chooses words only, so an amount needs no more than the precision of a number. */
const isUnderpaid = ({ view: { paid, amount } }: CheckoutModel) =>
  paid !== null && Number(paid.value) < Number(amount.value)

/** Less than asked has arrived: the shop decides. */
const underpaid = (model: CheckoutModel): ScreenContent => {
  const { view, t } = model
  return {
    tone: 'warning',
    heading: t('underpaid', {
      paid: formatMoney(view.paid ?? view.amount, t.locale),
      amount: formatMoney(view.amount, t.locale),
    }),
    hint: t('underpaidHint'),
    body: <Contact model={model} />,
  }
}
