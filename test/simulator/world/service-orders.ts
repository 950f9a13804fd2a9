import { settle } from '../determinism.ts'
import type { Change, Order } from '../service.ts'
import type { Tab, World } from '../world.ts'
import { faultsHaveEnded } from './disturbances.ts'
import { storedEntries } from './stored-entries.ts'

/** What payers pay where the shop accepts a little less: on both sides of its limit. */
const closeAmounts: readonly [string, ...string[]] = ['900.00', '1199.49', '1199.5', '1199.51', '1230.00']

const orderOf = ({ service }: World, id: string | undefined): Order | undefined =>
  service.orders().find(({ externalTransactionId }) => externalTransactionId === id)

export const hasOrder = (world: World, id: string): boolean => orderOf(world, id) !== undefined

/** The order of the attempt that the page shows, while it is open. */
export async function openOrderOn(world: World, { session }: Tab): Promise<Order | undefined> {
  const entry = await world.store.entry(session.state.view?.id ?? '')
  const order = orderOf(world, entry?.attempts.at(-1)?.externalTransactionId)
  return order?.status === 'Success' || order?.status === 'Failed' ? undefined : order
}

/** The order of the payout with this reference. */
export async function payoutOrder(world: World, reference: string): Promise<Order | undefined> {
  const payout = await world.store.entryByRef('payout', reference)
  return orderOf(world, payout?.attempts[0]?.externalTransactionId)
}

/** Something happens to an order. */
export async function changeOrder(world: World, externalId: string, change: Change): Promise<void> {
  const { drawn, service, random, invariants } = world
  const isClose =
    drawn.tolerance > 0 && !faultsHaveEnded(world) && change.do === 'amount' && change.amount === '900.00'
  service.change(externalId, isClose ? { do: 'amount', amount: random.amounts.pick(closeAmounts) } : change)
  await settle()
  invariants.onOrders(service.orders())
}

/** Lookups report no history any more of orders that wait for an operator, since another system may have created them. */
export async function hideForeign(world: World): Promise<void> {
  const { service, network } = world
  const attempts = (await storedEntries(world)).flatMap((entry) => entry.attempts)
  const isFlagged = ({ externalTransactionId: id, externalId }: Order): boolean =>
    attempts.some((one) => one.externalTransactionId === id && one.foreignId === externalId)
  for (const order of service.orders().filter(isFlagged)) network.hideForeign(order.externalTransactionId)
}
