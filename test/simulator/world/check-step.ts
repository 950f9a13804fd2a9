import { customers } from '../customers.ts'
import { settle } from '../determinism.ts'
import { outageMs, passMs, reviewAfterMinutes } from '../shop-rules.ts'
import type { World } from '../world.ts'
import { storedEntries } from './stored-entries.ts'

/** Checks the invariants on everything stored, at any time. */
export async function checkStep(world: World): Promise<void> {
  const { store, service, invariants, damage, scheduler } = world
  await settle()
  const entries = await storedEntries(world)
  const listed = await storedEntries(world, { needsReview: true })
  const cards = (await Promise.all(customers.map((customer) => store.cardsOf(customer)))).flat()
  invariants.checkStep(entries, service.orders(), { cards, listed, putAside: damage.putAside() })
  invariants.checkReport(entries, await store.reportCounts({ from: '0000', to: '9999' }))
  const late = scheduler.now() - (reviewAfterMinutes + 1) * 60_000 - (world.hadOutage ? outageMs : passMs)
  invariants.checkDeadlines(
    entries.filter(({ id }) => !damage.isLate(id)),
    late,
  )
}
