import { transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'

/** The transfer of the gallery, as it comes to be. */
export const failed: CheckoutView = { ...transfer, status: 'failed', action: null, retry: true }

export const expired: CheckoutView = { ...failed, status: 'expired' }

/** The same order, paid by card on the payment page. */
export const formView: CheckoutView = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
}
