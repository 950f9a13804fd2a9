import { readSignedFields } from '../../../src/service/callback.ts'
import type { SignedFields } from '../../../src/service/index.ts'
import { trackPending } from '../determinism.ts'
import { carry } from '../network.ts'
import { privateKeyOf, type SentCallback, signatureOf, verifiedFields } from '../service-wire.ts'
import type { World } from '../world.ts'
import { orWaiting } from './errors.ts'
import { route } from './instances.ts'
import { serve } from './server-requests.ts'

/** The service sends a callback through the network. Returns the status of the response. */
export async function carryCallback(world: World, callback: SentCallback): Promise<number> {
  world.callbacks.push(callback)
  const { externalId: subject, status } = readSignedFields(callback.body)
  let hasArrived = false
  const deliver = (): Promise<Response> => {
    hasArrived = true
    return post(world, callback)
  }
  try {
    const response = await carry(world.callbackLink, world.scheduler, deliver)
    world.observe({ type: 'callback', subject, status, fate: response.ok ? 'received' : 'not acknowledged' })
    return response.status
  } catch (error) {
    world.observe({ type: 'callback', subject, status, fate: hasArrived ? 'not acknowledged' : 'lost' })
    throw error
  }
}

/** Without a network in between. False: it was not acknowledged. */
export async function deliverCallback(world: World, callback: SentCallback): Promise<boolean> {
  const deliver = async (): Promise<Response> => await post(world, callback)
  return (await orWaiting(world, deliver()))?.status === 200
}

/** An instance receives a callback. */
async function post(world: World, callback: SentCallback): Promise<Response> {
  const { invariants, unacknowledged, scheduler, failover, damage, store, random, drawn } = world
  const { url, body, signature } = callback
  const headers = { 'content-type': 'application/json', signature }
  const signed = verifiedFields(callback, drawn.sharedKeys)
  invariants.onCallbackSigned(signed)
  // Another that was not acknowledged may be stored.
  const isNext = !unacknowledged.has(signed.externalId)
  unacknowledged.add(signed.externalId)
  const requestedAt = scheduler.now()
  const isLost = failover.follow()
  const request = new Request(url, { method: 'POST', body, headers })
  const response = await serve(world, route(world, random.routing), request)
  if (!response.ok || isLost()) return response
  const isRepeated = invariants.onCallbackAccepted(signed) && isNext
  unacknowledged.delete(signed.externalId)
  const id = new URL(url).pathname.split('/').at(-1) ?? ''
  const entry = await trackPending(() => store.entryByTransaction(id))
  const namesCard = body.includes('cardStorageToken')
  if (entry !== null && !damage.isLate(entry.id))
    invariants.onCallbackAt(id, entry, { requestedAt, bringsCard: isRepeated && namesCard })
  return response
}

/** A callback of the service with other signed fields. `by`: with the private key of this pipeline. */
export function signCallback(
  callback: SentCallback,
  change: Partial<SignedFields>,
  by?: string,
): SentCallback {
  const [signedBy = ''] = by === undefined ? verifiedFields(callback, 0).signedBy : [by]
  const fields = { ...readSignedFields(callback.body), ...change }
  const body = `{"externalId":"${fields.externalId}","status":"${fields.status}","amount":"${fields.amount}","orderType":"${fields.orderType}"}`
  return { ...callback, body, signature: signatureOf({ ...fields }, privateKeyOf(signedBy)) }
}
