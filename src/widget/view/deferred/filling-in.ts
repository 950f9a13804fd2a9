import type { PaymentChoice } from '../../core/client.ts'
import type { Lazy } from '../loader.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'

/** The screen with the fields of a payment method; undefined while its form is loading. */
export function fillingIn(model: CheckoutModel, choice: PaymentChoice): Lazy<ScreenContent> {
  const { payerFields } = model.code
  return payerFields && payerFields !== 'failed' ? payerFields.screen(model, choice) : payerFields
}
