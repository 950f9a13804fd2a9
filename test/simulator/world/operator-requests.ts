import { PayoutView } from '../../../src/contract/payout.ts'
import { actionOf, tokenOf } from '../operators.ts'
import { shopUrl } from '../shop-rules.ts'
import type { World } from '../world.ts'
import { isDisturbed } from './disturbances.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { serve } from './server-requests.ts'
import { storedEntries } from './stored-entries.ts'

export type Operator = 'ann' | 'bob'

/** An operator sends a request. Returns the response; null: there is none. */
export async function requestAdmin(
  world: World,
  name: Operator,
  method: string,
  path: string,
  body: string,
): Promise<Response | null> {
  const { invariants, failover, random } = world
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(name)}` }
  const request = new Request(`${shopUrl}/admin${path}`, {
    method,
    headers,
    ...(body === '' ? {} : { body }),
  })
  const isLost = failover.follow()
  const send = async (): Promise<Response> => await serve(world, route(world, random.routing), request)
  const response = await orWaiting(world, send())
  if (isLost()) return response
  const action = actionOf(method, path)
  if (response?.ok === true && action !== null) invariants.onAct(action)
  if (response?.status === 409 && path.startsWith('/payouts')) {
    const { code } = await response.json()
    if (code === 'payout_limit') invariants.onPayoutLimit(await storedEntries(world), path.split('/')[2])
  }
  if (path === '/payouts' && response?.ok === true) {
    const { reference: ref, status } = PayoutView.parse(await response.json())
    // Else it may have existed.
    const isCreated = response.status === 201 || (response.status === 202 && status === 'awaiting_approval')
    if (isCreated) invariants.onAct({ action: 'createPayout', ref })
  }
  return response
}

/** The status of the response; null: there is none that says anything. */
export async function asOperator(
  world: World,
  name: Operator,
  method: string,
  path: string,
  body: string,
): Promise<number | null> {
  const [, declined] = /^\/claims\/([^/]+)\/decline$/.exec(path) ?? []
  if (declined !== undefined) world.invariants.onDecline(declined)
  const isLost = world.failover.follow()
  const response = await requestAdmin(world, name, method, path, body)
  if (response === null || isLost()) return null
  return response.status >= 500 && isDisturbed(world) ? null : response.status
}
