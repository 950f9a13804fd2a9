import type { Lost } from '../failover.ts'
import type { World } from '../world.ts'

/** Requests that an instance held when it stopped, or that a network delayed, end after this time. */
export const settlingMs = 60_000

/** Work may be late that is due within the next `ms`. */
export function noteOutage(world: World, ms: number): void {
  world.hadOutage = true
  world.disturbedAt = Math.max(world.disturbedAt, world.scheduler.now() + ms)
  world.invariants.onOutage(world.disturbedAt)
}

/** A replica that lacks the last commits has taken over. */
export function noteLostCommits(world: World, lost: Lost): void {
  const { invariants, damage, network } = world
  world.log(`a replica takes over that lacks commits about ${[...lost.entries.keys()]}`)
  noteOutage(world, settlingMs)
  invariants.onFailover(lost)
  // Of an order whose attempt is lost, nobody here can say that it is another's.
  network.confuseNext(null)
  for (const [id, { now }] of lost.entries) {
    world.observe({ type: 'lost', subject: id })
    damage.onLost(id)
    // Found once more before it may look like ours.
    for (const attempt of now?.attempts ?? [])
      if (attempt.foreignId === null) network.showForeign(attempt.externalTransactionId)
  }
}

export const faultsHaveEnded = ({ faultsEndedAt }: World): boolean => faultsEndedAt < Number.POSITIVE_INFINITY

/** A comparison of clocks that an instance began before it froze ends once it runs again. */
const isComparing = ({ clocks, scheduler, disturbedAt }: World): boolean =>
  clocks.changes() > 0 && scheduler.now() <= disturbedAt

/** A clock may be wrong, or a row cannot be read. */
export const isDisturbed = (world: World): boolean =>
  world.clocks.areWrong() || isComparing(world) || world.damage.current() !== null

/** How many failures there were so far that a response of 5xx may be due to. */
export const failureCount = ({ orderFailures, storeFailures, clocks, damage, failover }: World): number =>
  orderFailures + storeFailures + clocks.changes() + damage.changes() + failover.count()
