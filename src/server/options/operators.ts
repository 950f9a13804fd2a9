import { z } from 'zod'
import { canonicalName, Operator, Scope } from '../../contract/operator.ts'
import { sha256Hex } from '../../service/signature.ts'
import { isMistyped } from '../lib/crypto/operator-token.ts'
import { amountsProblem } from '../rules/payout/approval.ts'
import { type Mistake, mistake } from './option-mistake.ts'
import type { PaypaneOptions } from './options.ts'

/** The name of an operator with `adminToken`. */
export const adminName = 'admin'

/** Operators by name, as in a file. */
export const Operators = z.record(
  z.string(),
  z.strictObject({ tokenSha256: z.string(), scopes: z.array(Scope).min(1, 'has no scope') }),
  'is not an object of operators by name',
)
type Operators = Readonly<Record<string, { tokenSha256: string; scopes: readonly Scope[] }>>

/** Every mistake, by the operator's name. */
function operatorProblems(operators: Operators): string[] {
  const entries = Object.entries(operators)
  return entries.flatMap(([name, { tokenSha256, scopes }], index) => {
    const before = entries.slice(0, index)
    const sameName = before.find(([other]) => canonicalName(other) === canonicalName(name))
    const sameToken = before.find(
      ([, other]) => other.tokenSha256.toLowerCase() === tokenSha256.toLowerCase(),
    )
    const parsed = Operator.safeParse({ name, scopes })
    return [
      ...(name.trim() === name && parsed.success ? [] : [`"${name}" has a wrong name or scope`]),
      ...(canonicalName(name) === adminName ? [`"${name}" is the name of adminToken`] : []),
      ...(sameName === undefined ? [] : [`"${name}" differs from "${sameName[0]}" only in case`]),
      ...(/^[0-9a-f]{64}$/i.test(tokenSha256)
        ? []
        : [`tokenSha256 of "${name}" is not 64 hexadecimal digits`]),
      ...(sameToken === undefined ? [] : [`"${name}" has the same token as "${sameToken[0]}"`]),
    ]
  })
}

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
