import type { Settle } from '../contract/admin.ts'
import { change } from './change.ts'
import type { Kit } from './kit.ts'
import { ProblemError } from './problem.ts'
import type { Entry } from './rules/model.ts'
import { settledByOperator } from './rules/review.ts'

/** An operator settles what needs review. What was done, when and why is kept in the attempt's story. */
export async function settle(kit: Kit, entry: Entry, wish: Settle): Promise<Entry> {
  const settled = await change(kit, entry.id, (stored) => {
    const after = settledByOperator(stored, wish, kit.clock.now())
    if (after === null) throw new ProblemError('not_settleable')
    return after
  })
  kit.log({ level: 'info', message: `operator: ${wish.act}`, [entry.kind]: entry.id, attempt: wish.attempt })
  kit.wake()
  return settled ?? entry
}
