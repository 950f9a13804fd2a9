import type { ResolveReview } from '../../contract/admin.ts'
import type { EntryUpdater } from '../attempt/entry-updater.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Entry } from '../rules/model.ts'
import { applyOperatorDecision } from '../rules/operator-decision.ts'

export interface ReviewServices {
  entries: EntryUpdater
  clock: Clock
  log: Log
  wake(): void
}

/** Applies an operator's decision, which the attempt's log records. Throws `not_resolvable`. */
export async function resolveReview(
  { entries, clock, log, wake }: ReviewServices,
  entry: Entry,
  request: ResolveReview,
): Promise<Entry> {
  const updated = await entries.update(entry.id, (stored) => {
    const resolved = applyOperatorDecision(stored, request, clock.now())
    if (resolved === null) throw new ProblemError('not_resolvable')
    return resolved
  })
  log({
    level: 'info',
    message: `operator: ${request.act}`,
    [entry.kind]: entry.id,
    attempt: request.attempt,
  })
  wake()
  return updated ?? entry
}
