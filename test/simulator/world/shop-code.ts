import type {
  EntryEvent,
  OrderClaims,
  OrderTerms,
  UnmatchedCallbackEvent,
} from '../../../src/server/index.ts'
import { customerOf, toleranceOf } from '../customers.ts'
import type { Gate } from '../gate.ts'
import { chance } from '../network.ts'
import { bankAfterMs, declaredFields } from '../payer-fields.ts'
import { keyOf } from '../service-wire.ts'
import { accountNumber } from '../shop-rules.ts'
import type { World } from '../world.ts'

/** The shop's own code, which its servers call: `order()`, `onEvent()` and the keys of its pipelines. */

/** Longer than a run. */
const foreverMs = 100 * 24 * 3600 * 1000

/** As from a vault, which may be slow. */
export async function obtainKey(world: World, pipeline: string): Promise<string> {
  const { invariants, scheduler } = world
  if (world.keyFailures > 0) {
    world.keyFailures -= 1
    invariants.onMissingKey()
    throw new Error('The vault is unavailable.')
  }
  const delayMs = world.nextKeyMs
  world.nextKeyMs = 0
  if (delayMs === 0) return keyOf(pipeline)
  invariants.onMissingKey()
  await scheduler.delay(delayMs)
  invariants.onSlowKey()
  return keyOf(pipeline)
}

/** As long as there are faults, the shop may change what it requests. */
export const requestsBank = ({ scheduler, startedAt, faultsEndedAt }: World): boolean =>
  Math.min(scheduler.now(), faultsEndedAt) - startedAt >= bankAfterMs

export async function orderTerms(
  world: World,
  reference: string,
  claims: OrderClaims | undefined,
): Promise<OrderTerms> {
  const { conditions, random, invariants, scheduler, shop } = world
  const { tokens, payerFields, tolerance } = world.drawn
  if (chance(random.shop, conditions.orderFailure)) {
    world.orderFailures += 1
    invariants.onOrderFailure(reference)
    throw new Error('The shop is unavailable.')
  }
  const { amount, currency } = claims ?? {}
  const isStated = tokens > 1 && amount !== undefined && currency !== undefined
  const price = isStated ? { amount, currency } : shop.priceOf(reference)
  const delayMs = world.nextOrderMs
  world.nextOrderMs = 0
  if (delayMs > 0) await scheduler.delay(delayMs)
  const additionalFields = [
    { key: 'accountNumber', value: accountNumber },
    ...(payerFields > 0 ? [{ key: 'shopCity', value: 'Kyiv' }] : []),
  ]
  // With tokens, they prove the customer.
  const customer = tokens > 0 ? {} : { customer: customerOf(reference) }
  const fields = payerFields > 0 ? { fields: declaredFields(requestsBank(world)) } : {}
  const accepts = tolerance > 0 ? { tolerance: toleranceOf(reference) } : {}
  return { ...price, additionalFields, ...customer, ...fields, ...accepts }
}

export async function receiveEvent(
  world: World,
  gate: Gate,
  event: EntryEvent | UnmatchedCallbackEvent,
): Promise<void> {
  const { conditions, invariants, scheduler } = world
  const random = world.random.shop
  await gate.advance()
  if (chance(random, conditions.eventSlow)) await scheduler.delay(random.int(2) === 0 ? 70_000 : foreverMs)
  if (world.eventFailures > 0 || chance(random, conditions.eventFailure)) {
    world.eventFailures = Math.max(0, world.eventFailures - 1)
    throw new Error('The shop is unavailable.')
  }
  world.log(`event ${event.ref} ${event.seq} ${event.type}`)
  world.observe({ type: 'event', subject: event.ref, event: event.type })
  invariants.checkSecrets('an event', JSON.stringify(event), world.secrets)
  if (event.type === 'callback.unmatched') invariants.onUnmatchedEvent(event)
  else invariants.onMerchantEvent(event)
  await gate.advance()
}
