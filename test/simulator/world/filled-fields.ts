import { valuesOf } from '../payer-fields.ts'
import type { Tab, World } from '../world.ts'
import { faultsHaveEnded } from './disturbances.ts'

/** What another payer fills in. Some values are longer than the shop takes. */
export function fillIn(
  world: World,
  order: string,
  fields: readonly { key: string }[],
): Record<string, string> {
  world.payerCount += 1
  const n = world.payerCount
  const values = valuesOf(
    n,
    fields.map(({ key }) => key),
  )
  world.secrets.push(...Object.values(values))
  if (n % 5 > 0 || faultsHaveEnded(world)) world.invariants.onFieldsGiven(order, n)
  else for (const key in values) values[key] = 'x'.repeat(300)
  return values
}

/** A choice with the fields that the page shows for it, as its payer fills them in. */
export function filledIn<T extends object>(world: World, tab: Tab, choice: T): T {
  const listed = tab.session.state.view?.fields?.transfer
  const isTransfer = 'method' in choice && choice.method === 'transfer'
  return listed === undefined || !isTransfer
    ? choice
    : { ...choice, fields: fillIn(world, tab.order, listed) }
}
