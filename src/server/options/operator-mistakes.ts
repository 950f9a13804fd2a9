import { sha256Hex } from '../../service/signature.ts'
import { isMistyped } from '../lib/crypto/operator-token.ts'
import { amountsProblem } from '../rules/payout/approval.ts'
import { operatorProblems } from './operators.ts'
import { type Mistake, mistake } from './option-mistake.ts'
import type { PaypaneOptions } from './options.ts'

/** Mistakes in the options of operators and payouts; never a token. */
export function* operatorMistakes({
  adminToken,
  operators,
  authorize,
  payoutApproval = 'never',
  payoutDailyLimit = {},
}: Partial<PaypaneOptions>): Generator<Mistake> {
  const listed = Object.entries(operators ?? {})
  if (operators !== undefined && listed.length === 0) yield mistake('operators', 'has no operator')
  const problems = operatorProblems(operators ?? {})
  if (problems.length > 0) yield mistake('operators', `has wrong operators: ${problems.join('; ')}`)
  const approvalProblem = typeof payoutApproval === 'string' ? null : amountsProblem(payoutApproval)
  if (approvalProblem !== null) yield mistake('payoutApproval', approvalProblem)
  const limitProblem = amountsProblem(payoutDailyLimit)
  if (limitProblem !== null) yield mistake('payoutDailyLimit', limitProblem)
  if (typeof adminToken === 'string' && isMistyped(adminToken))
    yield mistake('adminToken', "begins as an operator's token, and its checksum is wrong", 'Copy it again.')
  // With it, one person would both request and approve payouts.
  const digest = typeof adminToken === 'string' ? sha256Hex(adminToken) : null
  const same = listed.find(([, { tokenSha256 }]) => tokenSha256.toLowerCase() === digest)
  if (same !== undefined)
    yield mistake('adminToken', `is also the token of the operator ${same[0]}`, 'Give each its own token.')
  const mayApprove = listed.some(([, { scopes }]) => scopes.includes('payout:approve'))
  if (payoutApproval === 'never' || mayApprove || authorize !== undefined) return
  yield mistake(
    'payoutApproval',
    'needs an operator with the scope payout:approve',
    adminToken === undefined ? '' : 'adminToken approves nothing.',
  )
}
