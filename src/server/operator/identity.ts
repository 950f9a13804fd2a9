import { Operator, type Scope } from '../../contract/operator.ts'
import { resolveSecret } from '../../service/pipeline.ts'
import { digestsEqual, sha256Hex } from '../../service/signature.ts'
import type { PaypaneOptions } from '../options.ts'
import { adminName } from '../rules/operators.ts'

/** Who an operator is. */
export interface OperatorIdentity {
  /** By the `Authorization` header: a token of `operators`, or `adminToken`. Null: by another or no token. */
  byToken(authorization: string): Promise<Operator | null>
  /** By `authorize`. Null: nobody. */
  byRequest(request: Request): Promise<Operator | null>
}

/** Everything but the approval of payouts. */
const adminScopes: Scope[] = ['read', 'resolve', 'payout:create']

/** Null if the options name no operator: there are no `/admin` routes then. */
export function createOperatorIdentity({
  adminToken,
  operators,
  authorize,
}: Pick<PaypaneOptions, 'adminToken' | 'operators' | 'authorize'>): OperatorIdentity | null {
  if (adminToken === undefined && operators === undefined && authorize === undefined) return null
  const listed = Object.entries(operators ?? {}).map(([name, { tokenSha256, scopes }]) => ({
    operator: Operator.parse({ name, scopes }),
    digest: tokenSha256,
  }))
  return {
    async byToken(authorization) {
      const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
      if (token === undefined) return null
      const given = sha256Hex(token)
      // Every token is compared, so that the time reveals nothing of them.
      const [found] = listed.filter(({ digest }) => digestsEqual(digest, given))
      const isAdmin =
        adminToken !== undefined &&
        digestsEqual(sha256Hex(await resolveSecret(adminToken, 'adminToken')), given)
      return found?.operator ?? (isAdmin ? { name: adminName, scopes: adminScopes } : null)
    },
    async byRequest(request) {
      const identity = (await authorize?.(request)) ?? null
      if (identity === null) return null
      const parsed = Operator.safeParse(identity)
      if (parsed.success) return parsed.data
      throw new TypeError('authorize() returned neither an operator {name, scopes} nor null.')
    },
  }
}
