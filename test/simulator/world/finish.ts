import { PayoutView } from '../../../src/contract/payout.ts'
import type { Payout } from '../../../src/server/rules/model.ts'
import { calm } from '../conditions.ts'
import { customers } from '../customers.ts'
import { liveOrdinarily } from '../ordinary-life.ts'
import { compareLists, localOrders, rightList, serviceList } from '../reconciliation.ts'
import { accountNumber, reviewAfterMinutes, shopRules } from '../shop-rules.ts'
import { InvariantViolation } from '../violation.ts'
import type { World } from '../world.ts'
import { deliverCallback } from './callbacks.ts'
import { checkTab } from './check-tab.ts'
import { runPass } from './instances.ts'
import { requestAdmin } from './operator-requests.ts'
import { storedEntries } from './stored-entries.ts'
import { closeTab } from './tabs.ts'

/** Ends all faults and advances the clock until no work is left; then everything must have ended well. */
export async function finish(world: World, undelivered: 'delivered' | 'lost'): Promise<void> {
  endFaults(world, undelivered)
  if (undelivered === 'delivered')
    for (const callback of [...world.callbacks].reverse())
      while (!(await deliverCallback(world, callback))) await world.advance(10)
  // Instances that are down start again, and pages poll.
  await world.advance(120)
  await world.check()
  for (const tab of [...world.tabs]) {
    await checkTab(world, tab)
    closeTab(world, tab)
  }
  for (const entry of await storedEntries(world)) if (entry.kind === 'payout') await checkPayout(world, entry)
  await liveOrdinarily(world, world.randomFor('ordinary life'))
  await finishWork(world)
  await world.check()
  await checkAtRest(world)
}

function endFaults(world: World, undelivered: 'delivered' | 'lost'): void {
  const { scheduler, conditions, network, service, clocks, damage, failover, sealKeys } = world
  world.log('all faults end')
  world.faultsEndedAt = scheduler.now()
  world.disturbedAt = Math.max(world.disturbedAt, scheduler.now())
  Object.assign(conditions, calm)
  // Amounts that lookups never report are in the callbacks.
  network.quiesce(undelivered === 'lost')
  world.eventFailures = 0
  world.nextOrderMs = 0
  world.nextKeyMs = 0
  world.keyFailures = 0
  world.freezesAtCreate = false
  service.endFaults()
  clocks.end()
  damage.end()
  failover.end()
  sealKeys.end()
  for (const { gate } of world.instances) gate.resume()
  for (const tab of world.tabs) if (tab.isHidden) tab.emit('return')
}

async function checkPayout(world: World, payout: Payout): Promise<void> {
  const response = await requestAdmin(world, 'ann', 'GET', `/payouts/${payout.reference}`, '')
  const after = await world.store.entry(payout.id)
  if (response?.status !== 200 || after?.version !== payout.version) return
  world.invariants.onPayoutView(PayoutView.parse(await response.json()), payout)
}

/** Once no work is due, advancing further changes nothing. */
async function finishWork(world: World): Promise<void> {
  world.isFinishing = true
  world.invariants.onOutage(world.scheduler.now())
  for (let left = (shopRules.ttlMs + shopRules.watchMs) / 1000 + 600; left > 0; left -= 1800) {
    await world.advance(Math.min(left, 1800))
    for (let passes = 0; (await runPass(world)) !== 0; passes += 1) {
      await world.scheduler.advance(1000)
      if (passes > 100) throw new InvariantViolation('The due work never ends.')
    }
    if ((await world.store.nextDue()) === null) break
  }
  // Callbacks that match no order reach the operator.
  await world.advance((reviewAfterMinutes + 1) * 60)
  await runPass(world)
  await world.advance(1)
  await runPass(world)
}

async function checkAtRest(world: World): Promise<void> {
  const { store, service, network, invariants } = world
  const audit = await store.auditRecords({ after: 0, limit: 10_000 })
  const entries = await storedEntries(world)
  // Callbacks are the only source of hidden amounts, and some were lost.
  invariants.checkAtRest(entries, service.orders(), { exact: !network.hasHiddenDetails(), audit })
  const list = serviceList(service.orders(), rightList)
  const differences = await compareLists(entries.flatMap(localOrders), list)
  invariants.checkLostReported(differences, entries, service.orders())
  const cards = await Promise.all(customers.map((customer) => store.cardsOf(customer)))
  const sealed = JSON.stringify([entries, cards]).match(/"1\.[\w-]{8}\./g)
  if (new Set(sealed).size > 1) throw new InvariantViolation('What a retired key has sealed is left.')
  for (const [id, bodies] of world.sent) {
    if (bodies.size > 1) throw new InvariantViolation(`${id} was sent with other bytes`)
    for (const body of bodies)
      if (!new RegExp(`"value":("?)${accountNumber}\\1}`).test(body))
        throw new InvariantViolation(`Digits were lost: ${body}`)
  }
}
