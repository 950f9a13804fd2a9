import { createRandom, type Random } from '../../src/sandbox/random.ts'
import type { Store } from '../../src/server/store/store.ts'
import type { Database } from '../support/empty-stores.ts'
import { createClocks } from './clocks.ts'
import type { Conditions } from './conditions.ts'
import { createDamage } from './damage.ts'
import { seedRandomness, virtualizeTimeouts } from './determinism.ts'
import type { Fact } from './fact.ts'
import { createFailover } from './failover.ts'
import { createInvariants } from './invariants.ts'
import { createLink } from './links.ts'
import { chance, createServiceNetwork } from './network.ts'
import { demandedKey } from './payer-fields.ts'
import { createScheduler } from './scheduler.ts'
import { createSealKeys } from './seal-keys.ts'
import { createService, type Service } from './service.ts'
import { keys, privateKeyOf } from './service-wire.ts'
import { createShop } from './shop.ts'
import { accountNumber, shopRules } from './shop-rules.ts'
import { carryCallback } from './world/callbacks.ts'
import { checkStep } from './world/check-step.ts'
import { noteLostCommits, noteOutage } from './world/disturbances.ts'
import { restartWithSealKeys, startInstance } from './world/instances.ts'
import { storedEntries, storedEvents } from './world/stored-entries.ts'
import type { World } from './world.ts'

const rotatedAfterMs = 300_000

/** Connects the parts of a world; `world/` has what happens in it, by subject. */
export function createWorld(
  seed: string,
  store: Store,
  conditions: Conditions,
  log: (line: string) => void,
  {
    maxTabs = 4,
    connect,
    replica,
    observe: onFact = () => undefined,
  }: {
    maxTabs?: number
    /** For the store of each instance. Default: all share one. */
    connect?: Database['connect'] | undefined
    /** Can take over. Default: none. */
    replica?: Database['replica'] | undefined
    observe?(fact: Fact, service: Service): void
  } = {},
): World {
  const drawn: Readonly<Conditions> = { ...conditions }
  const { tokens, retention, approval, payoutLimit, lateCards, wrongClocks } = drawn
  const claimAfterMs = drawn.lateClaims > 0 ? shopRules.lateClaimAfterMs : shopRules.claimAfterMs
  const maxAttempts = drawn.fewAttempts > 0 ? shopRules.fewAttempts : shopRules.maxAttempts
  const randomFor = (name: string): Random => createRandom(`${seed}:${name}`)
  seedRandomness(randomFor('ids'))
  const scheduler = createScheduler()
  const startedAt = scheduler.now()
  virtualizeTimeouts(scheduler.after)
  const shop = createShop({ now: scheduler.now, signing: randomFor('tokens'), tokens })
  const invariants = createInvariants({
    now: scheduler.now,
    pricesOf: shop.pricesOf,
    isExact: () => !network.hasHiddenDetails(),
    maxAttempts,
    claimAfterMs,
    ...drawn,
  })
  const network = createServiceNetwork(
    createLink('service', conditions, randomFor('service')),
    scheduler,
    invariants,
  )
  const sparse = randomFor('payment details')
  const service = createService({
    clock: scheduler,
    callsAmounts: drawn.quietAmounts === 0,
    lateCards: lateCards > 0,
    demands: drawn.payerFields > 1 ? demandedKey : null,
    givesReasons: true,
    namesNoPlace: () => chance(sparse, conditions.sparseDetails),
    cardOf: (id) => world.cards.get(id) ?? '',
    deliver: (callback) => carryCallback(world, callback),
  })
  const world: World = {
    ...{ conditions, drawn, claimAfterMs, maxAttempts, maxTabs },
    mayLackCards: tokens + lateCards > 0,
    mayLackRefunds: payoutLimit > 0 || (retention > 0 && approval > 0),

    ...{ scheduler, startedAt, randomFor, service, network, shop, store, connect, invariants },
    random: { routing: randomFor('routing'), shop: randomFor('shop'), amounts: randomFor('amounts') },
    callbackLink: createLink('callback', conditions, randomFor('callbacks')),
    sealKeys: createSealKeys(scheduler, (which, areMissing) => restartWithSealKeys(world, which, areMissing)),
    clocks: createClocks(scheduler, randomFor('clocks'), {
      whose:
        wrongClocks === 0
          ? null
          : ['one machine', 'all machines', ...(wrongClocks > 1 ? (['the database'] as const) : [])],
      onWrong(what, ms) {
        world.log(what)
        noteOutage(world, ms)
      },
    }),
    damage: createDamage(scheduler, randomFor('damage'), {
      isDrawn: drawn.damagedRows > 0,
      onDamage(id, ms) {
        world.log(`${id} cannot be read for ${ms} ms`)
        invariants.onDamage()
        noteOutage(world, ms)
      },
    }),
    failover: createFailover(replica, {
      now: scheduler.now,
      entries: () => storedEntries(world),
      events: () => storedEvents(world),
      onLost: (lost) => noteLostCommits(world, lost),
    }),
    log: (line) => log(`${((scheduler.now() - startedAt) / 1000).toFixed(3)} ${line}`),
    observe: (fact) => onFact(fact, service),
    advance: (seconds) => scheduler.advance(seconds * 1000),
    check: () => checkStep(world),

    instances: [],
    skews: [],
    changeListeners: new Set(),
    tabs: [],
    tabCount: 0,
    payerCount: 0,

    eventFailures: 0,
    nextOrderMs: 0,
    nextKeyMs: 0,
    keyFailures: 0,
    freezesAtCreate: false,

    callbacks: [],
    unacknowledged: new Set(),
    cards: new Map(),
    sent: new Map(),
    secrets: [accountNumber, privateKeyOf('p2p'), privateKeyOf('form'), ...keys],
    clientSecrets: new Map(),
    unread: new Set(),
    orderFailures: 0,
    storeFailures: 0,
    hadOutage: false,
    disturbedAt: 0,
    faultsEndedAt: Number.POSITIVE_INFINITY,
    isFinishing: false,
  }
  for (let index = 0; index < 1 + conditions.moreInstances; index += 1)
    world.instances.push(startInstance(world, index))
  if (drawn.keyRotation > 0) scheduler.after(rotatedAfterMs, world.sealKeys.rotate)
  return world
}
