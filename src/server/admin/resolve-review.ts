import type { ResolveReview } from '../../contract/admin.ts'
import { updateEntry } from '../attempt/update-entry.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Entry } from '../rules/model.ts'
import { applyOperatorDecision } from '../rules/review.ts'

/** An operator settles what needs review. What was done, when and why is kept in the attempt's story. */
export async function resolveReview(context: Context, entry: Entry, request: ResolveReview): Promise<Entry> {
  const updated = await updateEntry(context, entry.id, (stored) => {
    const resolved = applyOperatorDecision(stored, request, context.clock.now())
    if (resolved === null) throw new ProblemError('not_resolvable')
    return resolved
  })
  context.log({
    level: 'info',
    message: `operator: ${request.act}`,
    [entry.kind]: entry.id,
    attempt: request.attempt,
  })
  context.wake()
  return updated ?? entry
}
