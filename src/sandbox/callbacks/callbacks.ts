import { callbackSignature } from '../../service/signature.ts'
import type { Diary } from '../clock.ts'
import type { CallbackType, PipelineSettings } from '../config.ts'
import type { Faults } from '../faults.ts'
import { privateKey } from '../keys.ts'
import { orderType, type SandboxOrder } from '../order.ts'
import { isFinal } from '../transitions.ts'
import { callbackBody } from './body.ts'
import { type Answer, post } from './post.ts'
import { minutesTo } from './schedule.ts'

/** One event on its way to the merchant, with every answer it got. */
export interface Delivery {
  id: string
  externalId: string
  type: CallbackType
  /** The order status it tells of. */
  status: string
  address: string
  body: string
  signature: string
  /** `waiting` for its next attempt; `forged` ones are sent once, whatever the answer. */
  state: 'waiting' | 'acknowledged' | 'given-up' | 'lost' | 'forged'
  createdAt: number
  nextAt: number | null
  attempts: ({ at: number } & Answer)[]
}

/** How an order's callbacks travel: some scenarios lose them, send them twice, or let the newest arrive first. */
export type Travel = 'normal' | 'lost' | 'twice' | 'newest-first'

export interface Callbacks {
  /** The order has moved: tells the merchant, if it chose to hear of it and has an address. */
  announce(order: SandboxOrder, type: CallbackType, settings: PipelineSettings['callbacks']): void
  /** Resolves when the first attempts of an order's events have been answered. */
  told(externalId: string): Promise<void>
  /** Sends a delivery again, once, beside its schedule. */
  again(delivery: Delivery): Promise<void>
  /** Sends a copy that claims something else under the old signature. */
  forge(delivery: Delivery): Promise<Delivery>
  /** Never sends it again. */
  lose(delivery: Delivery): void
  all(): Delivery[]
  byId(id: string): Delivery | undefined
  clear(): void
}

export interface CallbackParts {
  diary: Diary
  faults: Faults
  fetch: typeof fetch
  capacity: number
  /** A delivery has been acknowledged. */
  heard(delivery: Delivery): void
}

export function createCallbacks({
  diary,
  faults,
  fetch: fetcher,
  capacity,
  heard,
}: CallbackParts): Callbacks {
  const deliveries = new Map<string, Delivery>()
  const queues = new Map<string, Promise<void>>()
  let made = 0

  const keep = (delivery: Delivery) => {
    deliveries.set(delivery.id, delivery)
    const [oldest] = deliveries.keys()
    if (deliveries.size > capacity && oldest) deliveries.delete(oldest)
    return delivery
  }

  const attempt = async (delivery: Delivery) => {
    const at = diary.now()
    const answer = await post(fetcher, faults, delivery)
    delivery.attempts.push({ at, ...answer })
    const acknowledged = answer.status !== null && answer.status >= 200 && answer.status < 300
    if (!acknowledged || delivery.state !== 'waiting') return
    delivery.state = 'acknowledged'
    delivery.nextAt = null
    heard(delivery)
  }

  /** Attempt `n` of the schedule, which is counted from the first. */
  const scheduled = async (delivery: Delivery, n: number): Promise<void> => {
    if (delivery.state === 'waiting') await attempt(delivery)
    if (delivery.state !== 'waiting') return
    const minutes = minutesTo(n + 1)
    const first = delivery.attempts[0]?.at
    if (minutes === null || first === undefined) {
      delivery.state = 'given-up'
      delivery.nextAt = null
      return
    }
    delivery.nextAt = first + minutes * 60_000
    diary.at(delivery.nextAt, () => scheduled(delivery, n + 1))
  }

  /** Events of one order leave one after the other. */
  const enqueue = (externalId: string, task: () => Promise<void>) => {
    const before = queues.get(externalId) ?? Promise.resolve()
    const turn = before.then(task).finally(() => {
      if (queues.get(externalId) === turn) queues.delete(externalId)
    })
    queues.set(externalId, turn)
    void diary.start(() => turn)
  }

  const held = (externalId: string) =>
    [...deliveries.values()].filter(
      (one) => one.externalId === externalId && one.state === 'waiting' && one.attempts.length === 0,
    )

  return {
    announce(order, type, settings) {
      const { travel } = order
      const address = order.callbackUrl ?? settings.address
      if (!address || !settings.types.includes(type)) return
      const delivery = keep({
        id: `delivery-${++made}`,
        externalId: order.externalId,
        type,
        status: order.status,
        address,
        body: callbackBody(order, settings),
        signature: '',
        state: travel === 'lost' ? 'lost' : 'waiting',
        createdAt: diary.now(),
        nextAt: null,
        attempts: [],
      })
      const fields = {
        externalId: order.externalId,
        status: order.status,
        amount: order.amount,
        orderType: orderType(order.profile),
      }
      const waits = travel === 'newest-first' && !isFinal(order.status)
      enqueue(order.externalId, async () => {
        delivery.signature = await callbackSignature(fields, privateKey)
        if (waits) return
        await scheduled(delivery, 1)
        if (travel === 'twice') await attempt(delivery)
        if (travel !== 'newest-first') return
        for (const late of held(order.externalId).reverse()) await scheduled(late, 1)
      })
    },
    told: async (externalId) => {
      await queues.get(externalId)
    },
    again: (delivery) => diary.start(() => attempt(delivery)),
    async forge(delivery) {
      const forged = keep({
        ...delivery,
        id: `delivery-${++made}`,
        body: delivery.body.replace(/"status":"[^"]*"/, '"status":"Success"').replace(/"amount":"?/, '$&9'),
        state: 'forged',
        createdAt: diary.now(),
        nextAt: null,
        attempts: [],
      })
      await diary.start(() => attempt(forged))
      return forged
    },
    lose(delivery) {
      delivery.state = 'lost'
      delivery.nextAt = null
    },
    all: () => [...deliveries.values()],
    byId: (id) => deliveries.get(id),
    clear() {
      // Those on their way must not come back to a sandbox that was emptied.
      for (const delivery of deliveries.values()) delivery.state = 'lost'
      deliveries.clear()
    },
  }
}
