import { transfer, type ViewOf } from '../../../demo/gallery/views.ts'

export { expired, failed } from '../../../demo/gallery/views.ts'

/** The same order with a payment page. */
export const formView: ViewOf<'pending'> = {
  ...transfer,
  method: 'form',
  action: { type: 'redirect', url: 'https://form.example/pay?t=1' },
}
