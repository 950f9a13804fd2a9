import type { CheckoutView } from '../contract/view.ts'
import type { Session } from '../widget/embed/index.ts'

/**
 * Resolves with the first view of the session that meets the condition, the present one included. Rejects where the
 * widget shows an error instead, such as `notFound` for an order that `order()` does not return.
 * @example
 * import { createTestShop, viewOf } from 'paypane/testing'
 *
 * const shop = createTestShop({ order: () => ({ amount: '1250.00', currency: 'UAH' }) })
 * const { methods } = await viewOf(shop.openSession('1042'), ({ status }) => status === 'choosing')
 */
export function viewOf(session: Session, meets: (view: CheckoutView) => boolean): Promise<CheckoutView> {
  return new Promise((resolve, reject) => {
    let unsubscribe: () => void = () => undefined
    const check = ({ view, blockingError }: Session['state']) => {
      if (view !== null && meets(view)) resolve(view)
      else if (blockingError === null) return
      else
        reject(
          new Error(
            `No view met the condition, and the widget shows an error: ${blockingError} (docs/errors.md#error-codes-of-the-widget).`,
          ),
        )
      unsubscribe()
    }
    unsubscribe = session.subscribe(check)
    check(session.state)
  })
}
