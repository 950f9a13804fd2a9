import type { ReviewAction } from '../../../src/contract/review.ts'
import type { Attempt } from '../../../src/server/rules/model.ts'
import { customers } from '../customers.ts'
import { compareLists, localOrders, serviceList, type WrongList } from '../reconciliation.ts'
import type { Order } from '../service.ts'
import type { World } from '../world.ts'
import { asOperator } from './operator-requests.ts'
import { storedEntries } from './stored-entries.ts'

export interface Reviewed {
  externalTransactionId: string
  state: Attempt['state']
  reason: string
  underpaid: boolean
  order: Order | undefined
}

/** An operator's act on every attempt that `applies`. */
export async function review(
  world: World,
  action: ReviewAction,
  applies: (review: Reviewed) => boolean,
): Promise<void> {
  const { service, store, invariants } = world
  const orders = new Map(service.orders().map((order) => [order.externalTransactionId, order]))
  for (const entry of await storedEntries(world))
    for (const attempt of entry.attempts) {
      const { n, state, underpaid, externalTransactionId: id } = attempt
      const reason = attempt.review?.reason
      const order = orders.get(id)
      if (!applies({ externalTransactionId: id, state, underpaid, order, reason: reason ?? '' })) continue
      if (action === 'accept') invariants.onAccept(id, 'requested')
      const target = entry.kind === 'checkout' ? `/checkouts/${entry.id}` : `/payouts/${entry.reference}`
      const decision = JSON.stringify({ attempt: n, action, note: 'The shop agrees.' })
      const status = await asOperator(world, 'ann', 'POST', `${target}/review`, decision)
      if (status === 200 && action === 'accept') invariants.onAccept(id, 'accepted')
      const after = (await store.entry(entry.id))?.attempts[n - 1]
      if (status === 200) invariants.onDecided(action, attempt, after)
      const now = status === 409 ? after : undefined
      const isUnchanged = now?.state === state && now.review?.reason === reason
      const isRefunded = entry.kind === 'checkout' && entry.refunds.length > 0
      // Requested already: it awaits a second operator.
      const isAwaited = entry.kind === 'payout' && entry.approvals.some(({ decided }) => decided === null)
      if (now !== undefined && isUnchanged && !isRefunded && !isAwaited)
        invariants.onNotDecidable(action, now)
    }
}

/** Compares what is stored with the service's list, which is wrong in these places, and looks up what differs. */
export async function reconcile(world: World, wrong: WrongList): Promise<void> {
  const locals = (await storedEntries(world)).flatMap(localOrders)
  const list = serviceList(world.service.orders(), wrong)
  const differences = await compareLists(locals, list)
  world.invariants.checkReconciliation(differences, locals, list)
  if (!wrong.looksUp) return
  for (const { local } of differences) {
    if (local === null) continue
    const decision = JSON.stringify({ attempt: local.n, action: 'recheck', note: 'Reconciled.' })
    await asOperator(world, 'ann', 'POST', `${local.path}/review`, decision)
  }
}

export async function eraseCustomer(world: World, which: number): Promise<void> {
  const customer = customers[which % 2 === 0 ? 0 : 1]
  world.invariants.onErasure(customer)
  await asOperator(world, 'ann', 'DELETE', `/customers/${encodeURIComponent(customer)}`, '')
}
