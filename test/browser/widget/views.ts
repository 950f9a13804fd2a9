import { transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'

/** The gallery's transfer after a failure. */
export const failed: CheckoutView = { ...transfer, status: 'failed', action: null, retry: true }

export const expired: CheckoutView = { ...failed, status: 'expired' }

/** The same order with a payment page. */
export const formView: CheckoutView = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
}
