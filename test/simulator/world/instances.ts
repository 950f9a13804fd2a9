import type { Random } from '../../../src/sandbox/random.ts'
import { createPaypane } from '../../../src/server/index.ts'
import { settle } from '../determinism.ts'
import { createGate } from '../gate.ts'
import { chance, networkError } from '../network.ts'
import { outageMs } from '../shop-rules.ts'
import type { Instance, ServerProcess, World } from '../world.ts'
import { faultsHaveEnded, noteOutage } from './disturbances.ts'
import { orWaiting, reportError } from './errors.ts'
import { serverOptions } from './server-options.ts'

const names = ['A', 'B', 'C']

/** Starts an instance, which starts again once it has crashed. */
export function startInstance(world: World, index: number): Instance {
  const { conditions, scheduler, randomFor } = world
  const name = names[index] ?? ''
  const random = randomFor(`${name} ${scheduler.now()}`)
  const gate = createGate(
    () => chance(random, conditions.crash / 10),
    (how) => {
      const ms = how === 'crash' ? 1 + random.int(30_000) : random.int(2) === 0 ? 25_000 : 150_000
      noteOutage(world, ms)
      world.log(`${name}: ${how} for ${ms} ms`)
      world.observe({ type: 'stopped', server: name, how, ms })
      scheduler.after(ms, () => {
        if (how === 'freeze') gate.resume()
        else world.instances[index] = startInstance(world, index)
      })
    },
  )
  const process: ServerProcess = { index, name, gate, random }
  const instance = { ...process, paypane: createPaypane(serverOptions(world, process)) }
  startPasses(world, instance)
  return instance
}

/** Runs passes of the instance over its due work until it crashes. */
function startPasses(world: World, { paypane, gate, random }: Instance): void {
  const { conditions, scheduler } = world
  let isPassing = false
  const pass = (): void => {
    if (gate.hasCrashed() || world.isFinishing) return
    if (!isPassing) {
      isPassing = true
      void paypane
        .reconcile()
        .catch((error: unknown) => reportError(world, error))
        .finally(() => {
          isPassing = false
        })
    }
    scheduler.after(faultsHaveEnded(world) ? 20_000 : 8000 + conditions.slowPasses * 1000, pass)
  }
  scheduler.after(random.int(5000), pass)
}

/** A running instance, if there is one. */
export function route({ instances }: World, random: Random): Instance {
  const running = instances.filter(({ gate }) => !gate.isStopped())
  const instance = running[random.int(running.length)] ?? instances.find(({ gate }) => !gate.hasCrashed())
  if (instance === undefined) throw networkError()
  return instance
}

export const instanceAt = (world: World, which: number): Instance =>
  world.instances[which % world.instances.length] ?? route(world, world.random.routing)

/** An instance does its due work. Returns how much it was; null: unknown. */
export async function runPass(world: World): Promise<number | null> {
  const pass = async (): Promise<number> => await route(world, world.random.routing).paypane.reconcile()
  return await orWaiting(world, pass())
}

/** A clock jumps. */
export function jumpClock({ instances, skews, conditions }: World, which: number, ms: number): void {
  skews[which % instances.length] = Math.max(-conditions.skewMs, Math.min(conditions.skewMs, ms))
}

/** Seals with a new key, on one instance or all, which lack the keys before it until `ms` later. */
export function removeSealKeys(world: World, which: number | 'all', ms: number): void {
  const { sealKeys, instances } = world
  if (sealKeys.areMissing()) return
  world.log(`seal keys are missing for ${ms} ms`)
  sealKeys.rotateWrongly(which === 'all' ? which : which % instances.length, ms)
  noteOutage(world, ms)
}

/** The seal keys of all instances, or of this one, have changed. */
export function restartWithSealKeys(
  { instances, invariants }: World,
  which: number | 'all',
  areMissing: boolean,
): void {
  invariants.onKeys(areMissing, outageMs)
  const restarted = which === 'all' ? instances : instances.slice(which, which + 1)
  for (const { gate } of restarted) {
    // One that is frozen must not go on with other keys.
    gate.resume()
    gate.stopAfter(0, 'crash')
  }
}

/** Stops all instances for good. */
export async function stopInstances({ instances }: World): Promise<void> {
  for (const { gate } of instances) gate.stopAfter(0, 'crash')
  await settle()
}
