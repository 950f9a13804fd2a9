import type { PayoutDetail } from '../../contract/admin.ts'
import type { Payout } from '../rules/model.ts'
import { payoutViewOf } from '../rules/payout-view.ts'
import type { Store } from '../store/store.ts'
import { entryDetail } from './entry-detail.ts'

/** Everything an operator may see of a payout. */
export const payoutDetail = async (
  store: Pick<Store, 'callbacksOf' | 'eventsOf'>,
  payout: Payout,
): Promise<PayoutDetail> => ({ ...payoutViewOf(payout), ...(await entryDetail(store, payout)) })
