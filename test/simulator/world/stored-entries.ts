import type { Entry } from '../../../src/server/rules/model.ts'
import type { World } from '../world.ts'

/** More than a world has. */
const maxEntries = 1000
const maxEvents = 100_000

export async function storedEntries({ store }: World, filter: { needsReview?: true } = {}): Promise<Entry[]> {
  const [checkouts, payouts] = await Promise.all([
    store.list({ kind: 'checkout', limit: maxEntries, ...filter }),
    store.list({ kind: 'payout', limit: maxEntries, ...filter }),
  ])
  return [...checkouts.entries, ...payouts.entries]
}

/** The ids of all events. */
export const storedEvents = async ({ store }: World): Promise<string[]> =>
  (await store.listEvents({ limit: maxEvents })).events.map(({ event }) => event.id)

/** The `externalId` of an attempt of the kind; `which`: from the last of them in alphabetical order, modulo their number. */
export async function placedOrder(
  world: World,
  kind: Entry['kind'],
  which: number,
): Promise<string | undefined> {
  const entries = (await storedEntries(world)).filter((entry) => entry.kind === kind)
  const ids = entries.flatMap(({ attempts }) => attempts.flatMap(({ externalId }) => externalId ?? []))
  return ids.sort().at(-1 - (which % Math.max(1, ids.length)))
}
