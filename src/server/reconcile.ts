import { ask } from './ask.ts'
import { send } from './attempts.ts'
import { applyCallbacks } from './callbacks.ts'
import { resealCards } from './cards.ts'
import { change, LeaseLost } from './change.ts'
import { goOnByItself } from './checkouts.ts'
import { tellEvents } from './events.ts'
import { newId } from './ids.ts'
import type { Kit } from './kit.ts'
import { messageOf } from './log.ts'
import { note } from './rules/attempt.ts'
import { afterMisses, dueAttempts, expired, heard } from './rules/checkout.ts'
import type { Attempt, Entry } from './rules/model.ts'

/** Unmatched callbacks are kept this long, and at most this many. */
const unmatchedMs = 7 * 24 * 3600 * 1000
const unmatchedMost = 10_000
const tidyEveryMs = 60_000
const pruneStep = 100

/**
 * One pass over all work that is due: callbacks are acted upon, the service is asked about what waits, what is
 * missing is sent again, expiry is acted upon, events are told. What needs an answer of others is only taken in hand
 * here, as much as hands are free. Returns how many things were done or taken; 0: nothing is due.
 */
export async function pass(kit: Kit): Promise<number> {
  kit.opened.sweep()
  const called = await applyCallbacks(kit)
  const taken = await takeDue(kit)
  const told = await tellEvents(kit)
  await tidy(kit)
  return called + taken + told
}

/** A pass, and all that was taken in hand done. */
export async function reconcile(kit: Kit): Promise<number> {
  const done = await pass(kit)
  await Promise.all([kit.asking.rest(), kit.telling.rest()])
  return done
}

async function takeDue(kit: Kit): Promise<number> {
  const limit = kit.asking.free()
  if (limit === 0) return 0
  const lease = newId('lease')
  const now = kit.clock.now()
  const entries = await kit.store.claim({ now, until: now + leaseMs(kit), lease, limit })
  for (const entry of entries) kit.asking.take(kit.track(work(kit, entry, lease)))
  return entries.length
}

/** What is over and old enough goes, and saved cards leave older seal keys, in small steps; see `retentionDays`. */
async function tidy(kit: Kit): Promise<void> {
  const now = kit.clock.now()
  if (now < kit.tidyAt) return
  kit.tidyAt = now + tidyEveryMs
  await kit.store.dropUnmatched(now - unmatchedMs, unmatchedMost)
  const resealed = await resealCards(kit)
  if (resealed > 0) {
    kit.log({ level: 'info', message: 'saved cards sealed anew', count: resealed })
    kit.tidyAt = now
  }
  const { retentionDays } = kit.options
  if (retentionDays === undefined) return
  const pruned = await kit.store.prune(now - retentionDays * 24 * 3600 * 1000, pruneStep)
  if (pruned > 0) kit.log({ level: 'info', message: 'old entries deleted', count: pruned })
  if (pruned === pruneStep) kit.tidyAt = now
}

/**
 * A lease outlives a question and a sending made under it, each with its timeout. Whoever takes longer loses it, and
 * its outcome is not written; whoever is killed leaves the entry to others after it.
 */
const leaseMs = (kit: Kit): number => 2 * kit.policy.timeoutMs + 5000

/** One entry's due work, under its lease. */
async function work(kit: Kit, claimed: Entry, lease: string): Promise<void> {
  try {
    let entry = await overdue(kit, claimed, lease)
    for (const attempt of dueAttempts(entry, kit.clock.now())) {
      const asked = await ask(kit, entry, attempt, lease)
      if (asked === null) return
      entry = await followUp(kit, asked, attempt.n, lease)
    }
    if (entry.kind === 'checkout') await goOnByItself(kit, entry)
    await kit.store.release(claimed.id, lease)
  } catch (error) {
    // Others go on. This one is taken up again when its lease is over, not at once.
    const lost = error instanceof LeaseLost
    kit.log({
      level: lost ? 'warn' : 'error',
      message: lost
        ? 'lease lost; its outcome was not written'
        : `work on an entry broke off: ${messageOf(error)}`,
      [claimed.kind]: claimed.id,
    })
  }
}

/** A checkout whose time is over: its instructions are wiped, the merchant is told. */
async function overdue(kit: Kit, entry: Entry, lease: string): Promise<Entry> {
  const isDue = (stored: Entry): boolean =>
    stored.kind === 'checkout' && !stored.expired && stored.expiresAt <= kit.clock.now()
  if (!isDue(entry)) return entry
  const changed = await change(
    kit,
    entry.id,
    (stored) => (stored.kind === 'checkout' && isDue(stored) ? expired(stored) : null),
    { lease },
  )
  return changed ?? entry
}

/** Rule 3: after two look-ups that count and found nothing, the same bytes go out again; or, too late, none. */
async function followUp(kit: Kit, entry: Entry, n: number, lease: string): Promise<Entry> {
  const attempt = entry.attempts.find((candidate) => candidate.n === n)
  const next = attempt === undefined ? null : afterMisses(entry, attempt, kit.clock.now())
  if (attempt === undefined || next === null) return entry
  if (next === 'drop') return (await hear(kit, entry, n, { type: 'dropped' }, lease)) ?? entry

  const body = attempt.body === null ? null : await kit.sealer.open('body', attempt.body)
  if (body === null) return (await unopened(kit, entry, attempt, lease)) ?? entry
  const ahead = await hear(kit, entry, n, { type: 'resent' }, lease)
  const resent = ahead?.attempts.find((candidate) => candidate.n === n)
  if (ahead === null || resent === undefined) return entry
  return (await send(kit, ahead, resent, body, lease)) ?? ahead
}

const hear = (kit: Kit, entry: Entry, n: number, news: Parameters<typeof heard>[2], lease: string) =>
  change(kit, entry.id, (stored) => heard(stored, n, news, kit.moment(), kit.policy), { lease })

/** The bytes cannot be opened: without them nothing may be sent under this id, and no other id may follow. */
async function unopened(kit: Kit, entry: Entry, attempt: Attempt, lease: string): Promise<Entry | null> {
  kit.log({
    level: 'error',
    message: 'bytes to send again cannot be opened: is their seal key gone?',
    [entry.kind]: entry.id,
  })
  const at = kit.clock.now()
  return await change(
    kit,
    entry.id,
    (stored) => ({
      ...stored,
      attempts: stored.attempts.map((candidate) =>
        candidate.n === attempt.n
          ? { ...note(candidate, at, 'its bytes cannot be opened'), askAt: at + 60_000 }
          : candidate,
      ),
    }),
    { lease },
  )
}

/** Says in the log what went wrong in a pass, and lets the next one come; null: it broke off. */
export async function passSafely(kit: Kit): Promise<number | null> {
  try {
    return await pass(kit)
  } catch (error) {
    kit.log({ level: 'error', message: `reconciling broke off and is taken up again: ${messageOf(error)}` })
    return null
  }
}
