import type { Context } from '../context.ts'
import { wasOvertaken } from '../rules/attempt/attempt.ts'
import { isUnconfirmedRefusal } from '../rules/checkout/checkout.ts'
import type { Attempt, Entry } from '../rules/model.ts'
import { lookUp } from './look-up.ts'
import { send } from './send.ts'

/**
 * Looks up the last attempt if it is placed or, by rule 4, refused and not confirmed absent. Concurrent calls share one
 * lookup. Returns the entry afterwards, and when the lookup was requested.
 */
export async function lookUpLast(
  context: Context,
  entry: Entry,
): Promise<{ entry: Entry; requestedAt: number }> {
  const key = `${entry.id} ${entry.attempts.length}`
  const { result, requestedAt } = await context.sharedLookups(key, () => requestLast(context, entry))
  // What was stored since then is newer than what it found.
  return { entry: result.version > entry.version ? result : entry, requestedAt }
}

async function requestLast(context: Context, entry: Entry): Promise<Entry> {
  const last = entry.attempts.at(-1)
  if (last?.state !== 'placed') return await lookUpRefusal(context, entry)
  const requestedAt = context.clock.now()
  const current = (await lookUp(context, entry, last)) ?? entry
  const found = current.attempts[last.n - 1]
  return found !== undefined && wasOvertaken(last, found, requestedAt)
    ? ((await lookUp(context, current, found)) ?? current)
    : current
}

/** Rule 4: looks up the last attempt if it was refused and the order is not confirmed absent. */
async function lookUpRefusal(context: Context, entry: Entry): Promise<Entry> {
  const last = entry.attempts.at(-1)
  if (last === undefined || !isUnconfirmedRefusal(last)) return entry
  return (await lookUp(context, entry, last)) ?? entry
}

/** Sends, then looks up a refusal, or an order that has failed already: the lookup reports why. */
export async function sendThenLookUp(
  context: Context,
  entry: Entry,
  attempt: Attempt,
  body: string,
): Promise<Entry> {
  const sent = await send(context, entry, attempt, body)
  context.wake()
  if (sent === null) return entry
  const last = sent.attempts.at(-1)
  const hasFailed = last?.state === 'placed' && last.unconfirmedCallback?.status === 'Failed'
  return hasFailed ? ((await lookUp(context, sent, last)) ?? sent) : await lookUpRefusal(context, sent)
}
