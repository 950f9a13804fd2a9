import { RefundLink } from '../../../src/contract/index.ts'
import type { Refund } from '../../../src/server/rules/model.ts'
import { accountNumber, shopUrl } from '../shop-rules.ts'
import type { World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { type Operator, requestAdmin } from './operator-requests.ts'
import { serve } from './server-requests.ts'

/** `path`: of its page. */
export interface RequestedRefund {
  id: string
  path: string
}

/** Null: there is no answer, or another than 201. */
export async function requestRefund(
  world: World,
  name: Operator,
  checkout: string,
  amount: string,
  note: string,
): Promise<RequestedRefund | null> {
  const { store, invariants } = world
  const refunds = async (): Promise<readonly Refund[]> => {
    const entry = await store.entry(checkout)
    return entry?.kind === 'checkout' ? entry.refunds : []
  }
  const requested = async (): Promise<string[]> => {
    const isSame = (one: Refund): boolean =>
      one.state === 'requested' && one.note === note && Number(one.amount.value) === Number(amount)
    return (await refunds()).filter(isSame).map(({ id }) => id)
  }
  const [known] = await requested()
  const given = (await refunds()).filter(({ state }) => state !== 'requested').map(({ id }) => id)
  const body = JSON.stringify({ amount, note })
  const response = await requestAdmin(world, name, 'POST', `/checkouts/${checkout}/refunds`, body)
  if (response?.status !== 201) return null
  const { refund, url } = RefundLink.parse(await response.json())
  invariants.onRefundRequested(refund.id, given)
  if (known !== undefined && (await requested()).includes(known))
    invariants.onRefundRepeated(known, refund.id)
  return { id: refund.id, path: new URL(url).pathname }
}

/** The payer gives the destination of a refund. */
export async function giveDestination(world: World, { path }: RequestedRefund): Promise<void> {
  const request = new Request(`${shopUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `fields[accountNumber]=${accountNumber}`,
  })
  const send = async (): Promise<Response> => await serve(world, route(world, world.random.routing), request)
  await orWaiting(world, send())
}
