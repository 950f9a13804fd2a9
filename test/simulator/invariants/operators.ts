import type { Difference, ServiceOrder } from '../../../src/cli/reconcile/compare.ts'
import type { Attempt } from '../../../src/server/rules/model.ts'
import { expectedDifferences, type Local, namesOf } from '../reconciliation.ts'
import type { Observed } from './observed.ts'

/** What operators may decide, as `docs/reviews.md` has it: by act and reason, in which states of the attempt. */
const withoutOrder = ['unknown', 'refused', 'not_created']

const decidable: Record<string, Record<string, readonly string[]>> = {
  discard: { unresolved: withoutOrder, foreign: withoutOrder },
  accept: {
    foreign: withoutOrder,
    currency: ['placed'],
    underpaid: ['succeeded'],
    amount: ['succeeded'],
  },
}

/** What operators may decide and see. */
export function createOperatorInvariants(observed: Observed) {
  const { accepts, expectRule, throwIfViolated } = observed

  return {
    /** An operator accepts less than asked; `requested`: the response may never arrive. */
    onAccept: (id: string, progress: keyof typeof accepts): Set<string> => accepts[progress].add(id),
    /** An act was refused, and what it was about is as it was: the same review is open in the same state. */
    onNotDecidable(
      action: string,
      { externalTransactionId: id, state, review, confirmedAbsent, underpaid }: Attempt,
    ): void {
      const { reason = '', resolved } = review ?? {}
      const isOpen = review !== null && resolved === null
      const isListed =
        decidable[action]?.[reason]?.includes(state) === true &&
        !confirmedAbsent &&
        (state !== 'succeeded' || underpaid)
      const mayDecide = action === 'recheck' || (isOpen && (action === 'acknowledge' || isListed))
      expectRule(!mayDecide, `${action} was refused for ${id}, which is ${state} with a review: ${reason}`)
    },
    /** An operator's act on an attempt, as it was before, was accepted. */
    onDecided(
      action: string,
      { externalTransactionId: id, review }: Attempt,
      now: Attempt | undefined,
    ): void {
      const isRepeated = review !== null && review.resolved !== null && now?.review?.at === review.at
      expectRule(action !== 'acknowledge' || !isRepeated, `the review of ${id} was acknowledged twice`)
    },
    /** The secret of one checkout was used for another. */
    onForeignSecret: (id: string, status: number): void =>
      expectRule(status === 404, `the secret of another checkout has opened ${id}: ${status}`),
    /** A reconciliation reports every difference, and nothing else. */
    checkReconciliation(
      differences: Difference<Local>[],
      locals: readonly Local[],
      list: readonly ServiceOrder[],
    ): void {
      const [found, expected] = [namesOf(differences), expectedDifferences(locals, list)]
      expectRule(found.join() === expected.join(), `a reconciliation reports ${found}, not ${expected}`)
      throwIfViolated()
    },
  }
}
