import type { Store } from '../../../src/server/store/store.ts'
import { trackPending } from '../determinism.ts'
import { gateStore } from '../gate.ts'
import { chance } from '../network.ts'
import type { ServerProcess, World } from '../world.ts'
import { noteOutage, settlingMs } from './disturbances.ts'
import { storedEntries } from './stored-entries.ts'

/** The store as the server of a process uses it: slow, failing, damaged, and behind after a failover. */
export function instanceStore(world: World, { name, gate, random }: ServerProcess): Store {
  const { conditions, drawn, invariants, damage, failover, scheduler } = world
  const connection = world.connect?.()
  gate.crashed.catch(() => connection && trackPending(() => connection.close()))
  const store = damage.of(withClock(world, failover.of(connection ?? world.store)))
  return gateStore(store, {
    gate,
    listeners: world.changeListeners,
    onErasedOld:
      drawn.retention === 0 ? null : async () => (await storedEntries(world)).forEach(invariants.onErasedOld),
    onStored(entry) {
      world.observe({ type: 'stored', server: name, entry })
      invariants.onStored(entry)
      invariants.checkStoredSecrets(entry, world.secrets)
    },
    losesHint: () => chance(world.random.routing, conditions.hintLoss),
    async latency() {
      if (chance(random, conditions.storeSlow)) await scheduler.delay(random.int(2000))
    },
    failure() {
      if (!chance(random, conditions.storeFailure)) return null
      world.storeFailures += 1
      // Work that could not be done is tried again.
      noteOutage(world, settlingMs)
      return random.int(2) === 0 ? 'before' : 'after'
    },
  })
}

/** The clock of the database, where it has one. */
const withClock = ({ drawn, scheduler, clocks }: World, { now: _, ...store }: Store): Store =>
  drawn.wrongClocks < 2 ? store : { ...store, now: async () => scheduler.now() + clocks.databaseError() }
