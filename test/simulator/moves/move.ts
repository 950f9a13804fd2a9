import type { Method } from '../../../src/contract/index.ts'
import type { Random } from '../../../src/sandbox/random.ts'
import type { Change, Order } from '../service.ts'
import type { Fault } from '../service-faults.ts'
import { changeOrder } from '../world/service-orders.ts'
import type { World } from '../world.ts'

/** A kind of move: draws what one of them does. */
export type MoveKind = (random: Random) => { drawn: object; perform(world: World): Promise<void> }

/** `draw` draws what the move does; `perform` does it. */
export const move =
  <T extends object>(
    draw: (random: Random) => T,
    perform: (world: World, drawn: T) => Promise<void> | void,
  ): MoveKind =>
  (random) => {
    const drawn = draw(random)
    return { drawn, perform: async (world) => perform(world, drawn) }
  }

export const flip = (random: Random): boolean => random.int(2) === 0
export const order = (random: Random): string => `order-${random.int(3)}`
/** Rarely paid already. */
export const freshOrder = (random: Random): string => `order-${random.int(20)}`
export const methods = [
  'transfer',
  'transfer',
  'form',
  'saved-card',
  'saved-card',
] as const satisfies Method[]
export const nothing = () => ({})

/** `which`: an index from the newest item, modulo their number. */
export const pick = <T>(list: readonly T[], which: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (which % list.length)]

export const isFinal = ({ status }: Order): boolean => status === 'Success' || status === 'Failed'

export async function changePicked(
  world: World,
  which: number,
  applies: (order: Order) => boolean,
  control: Change,
): Promise<Order | undefined> {
  const found = pick(world.service.orders().filter(applies), which)
  if (found !== undefined) await changeOrder(world, found.externalId, control)
  return found
}

/** The orders that accept a control: the service never reopens a final order. */
export const accepts =
  (what: string) =>
  (order: Order): boolean =>
    what === 'correct' ? order.status === 'Failed' && order.profile === 'p2p' : !isFinal(order)

/** The choice on a page; a card is one that the page offers. It may have been deleted on another. */
export function choiceOn(world: World, which: number, method: Method) {
  const tab = pick(world.tabs, which)
  const view = tab?.session.state.view
  if (tab === undefined || view == null) return null
  const savedCard = method === 'saved-card' ? view.savedCards?.at(-1)?.id : undefined
  if (savedCard !== undefined) return { tab, view, choice: { method, savedCard } }
  return { tab, view, choice: { method: method === 'saved-card' ? ('form' as const) : method } }
}

export const addFault = (
  world: World,
  on: Fault['on'],
  effect: Fault['effect'],
  times: number,
  commit = false,
): void => {
  world.service.addFault({ on, effect, times, commit })
}
