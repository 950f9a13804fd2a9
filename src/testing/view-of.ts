import type { CheckoutView } from '../contract/view.ts'
import type { Session } from '../widget/embed/index.ts'

/**
 * Resolves with the first view of the session that meets the condition, the present one included.
 * @example
 * import { createTestShop, viewOf } from 'paypane/testing'
 *
 * const shop = createTestShop({ order: () => ({ amount: '1250.00', currency: 'UAH' }) })
 * const { methods } = await viewOf(shop.openSession('1042'), ({ status }) => status === 'choosing')
 */
export function viewOf(session: Session, meets: (view: CheckoutView) => boolean): Promise<CheckoutView> {
  return new Promise((resolve) => {
    let unsubscribe: () => void = () => undefined
    const check = ({ view }: Session['state']) => {
      if (view === null || !meets(view)) return
      unsubscribe()
      resolve(view)
    }
    unsubscribe = session.subscribe(check)
    check(session.state)
  })
}
