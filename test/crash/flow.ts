import { expect } from 'vitest'
import { generateSealKey } from '../../src/server/index.ts'
import type { Running } from '../support/processes.ts'
import { type Heard, lever, openShop, ordersOf, type Shop, until } from './shop.ts'

export interface Scene {
  sandbox: Running & { settings: Record<string, string> }
  events: { url: string; heard: Heard[] }
  database: string
}

/** How long a server of these tests holds work. */
const leaseMs = 12_000

/** A payer pays, and comes back as often as it takes; also to another server than before. */
async function payer(scene: Scene, shop: Shop, ports: number[]): Promise<boolean> {
  const view = await shop.open('1042')
  if (view === null) return false
  if (view.status === 'pending' && view.action !== null) {
    for (const { externalId, status } of await ordersOf(scene.sandbox, ...ports)) {
      if (status === 'Processing' && (await isShown(scene, externalId, view.action)))
        await lever(scene.sandbox, `/orders/${externalId}`, { do: 'pay' })
    }
  }
  if (view.retry) await shop.start(view)
  return view.status === 'succeeded'
}

/** The payer pays what is on the screen, and nothing else. */
async function isShown({ sandbox }: Scene, externalId: string, action: object): Promise<boolean> {
  const order: unknown = await (await fetch(`${sandbox.url}/_sandbox/orders/${externalId}`)).json()
  const details = order instanceof Object && 'paymentDetails' in order ? order.paymentDetails : null
  return (
    details instanceof Object &&
    'formUrl' in details &&
    'formUrl' in action &&
    details.formUrl === action.formUrl
  )
}

/**
 * A deposit and a payout on a server that is stopped at a step, and taken over by another on the same database. Returns
 * at what it was stopped; null: it came to the end before.
 */
export async function liveThrough(
  scene: Scene,
  stop: { at: number; signal: 'SIGKILL' | 'SIGSTOP' },
  options: { together: boolean },
): Promise<string | null> {
  const common = { ...scene, events: scene.events.url, sealKey: generateSealKey() }
  const first = await openShop({ ...common, stop })
  const shops = [first]
  try {
    if (options.together) shops.push(await openShop(common))
    const stopped = (): string | null => /\{"stopped":"([^"]*)"/.exec(first.process.log())?.[1] ?? null
    first.arm()
    let paidOut = false
    const once = async (shop: Shop): Promise<boolean> => {
      paidOut ||= (await shop.payOut('salary-1')) !== null
      return await payer(
        scene,
        shop,
        shops.map(({ port }) => port),
      )
    }
    await until('the payment, or the stop', async () => (await once(first)) || stopped() !== null)
    if (stopped() !== null) {
      const at = Date.now()
      if (stop.signal === 'SIGKILL') await until('its end', () => first.process.child.signalCode !== null)
      const second =
        shops[1] ??
        (await openShop({ ...common, ...(stop.signal === 'SIGKILL' ? { port: first.port } : {}) }))
      if (!shops.includes(second)) shops.push(second)
      await until('the payment after the stop', () => once(second))
      // When its leases are over it goes on where it stood, and must not harm what others did meanwhile.
      if (stop.signal === 'SIGSTOP') await until('the end of its leases', () => Date.now() - at > leaseMs)
      first.process.child.kill('SIGCONT')
    }
    await until('the payout', async () => paidOut || (await once(shops.at(-1) ?? first)))
    await agree(scene, shops)
    return stopped()
  } finally {
    await Promise.all(shops.map(({ process }) => process.kill()))
  }
}

/** Nothing is lost and nothing doubled, at the service and for the merchant. */
async function agree({ sandbox, events }: Scene, shops: Shop[]): Promise<void> {
  const ports = shops.map(({ port }) => port)
  const told = await until('the merchant being told', () => {
    const of = events.heard.filter(({ ref }) => ref === '1042')
    return of.some(({ type }) => type === 'checkout.succeeded') && of
  })
  expect(new Set(told.filter(({ type }) => type === 'checkout.succeeded').map(({ id }) => id)).size).toBe(1)
  expect(told.filter(({ type }) => /failed|overpaid|needs_review/.test(type))).toEqual([])
  const firsts = told.filter(({ id }, index) => told.findIndex((other) => other.id === id) === index)
  expect(firsts.map(({ seq }) => seq)).toEqual(firsts.map((_, index) => index + 1))

  const orders = await ordersOf(sandbox, ...ports)
  const deposits = orders.filter(
    ({ status, callbackUrl }) => callbackUrl?.includes('/p2p/') && status === 'Success',
  )
  expect(deposits).toHaveLength(1)
  const payouts = await until('the payout at the service', async () => {
    const found = (await ordersOf(sandbox, ...ports)).filter(({ callbackUrl }) =>
      callbackUrl?.includes('/payout/'),
    )
    return found.length > 0 && found
  })
  expect(payouts).toHaveLength(1)
  const ids = orders.map(({ externalTransactionId }) => externalTransactionId)
  expect(new Set(ids).size).toBe(ids.length)
}

/** So many at a time: they mostly wait. */
export async function several<T>(
  items: readonly T[],
  most: number,
  each: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await each(item)
  }
  await Promise.all(Array.from({ length: most }, work))
}
