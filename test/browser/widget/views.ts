import { transfer } from '../../../demo/gallery/states.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'

/** The transfer of the gallery, as it was before and as it comes to be. */
export const choosing: CheckoutView = {
  ...transfer,
  status: 'choosing',
  method: null,
  attempt: 0,
  action: null,
}

export const failed: CheckoutView = { ...transfer, status: 'failed', action: null, retry: true }

export const expired: CheckoutView = { ...failed, status: 'expired' }

export const paid: CheckoutView = {
  ...transfer,
  status: 'succeeded',
  final: true,
  pollAfter: null,
  action: null,
  paid: transfer.amount,
}

/** The same order, paid by card on the payment page. */
export const formView: CheckoutView = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
}
