import { Operator, type Scope } from '../../contract/operator.ts'
import { resolveSecret } from '../../service/pipeline.ts'
import { digestsEqual, sha256Hex } from '../../service/signature.ts'
import { isSafeToken } from '../lib/crypto/operator-token.ts'
import type { Log } from '../lib/log.ts'
import { isLoopbackUrl } from '../lib/loopback.ts'
import { adminName } from '../options/operators.ts'
import type { PaypaneOptions } from '../options/options.ts'

/** Everything but the approval of payouts. */
const adminScopes: Scope[] = ['read', 'resolve', 'payout:create']

/** Null if the options name no operator: there are no `/admin` routes then. */
export function createOperatorIdentity(options: PaypaneOptions, log: Log) {
  const { adminToken, operators, authorize, publicUrl } = options
  if (adminToken === undefined && operators === undefined && authorize === undefined) return null
  const acceptsAnyToken = isLoopbackUrl(publicUrl)
  const listed = Object.entries(operators ?? {}).map(([name, { tokenSha256, scopes }]) => ({
    operator: Operator.parse({ name, scopes }),
    digest: tokenSha256,
  }))
  return {
    /** By a bearer token of `operators`, or `adminToken`. Null: by another one. */
    async byToken(token: string): Promise<Operator | null> {
      if (token === '') return null
      const given = sha256Hex(token)
      // Every token is compared, so that the time reveals nothing of them.
      const [found] = listed.filter(({ digest }) => digestsEqual(digest, given))
      const isAdmin =
        adminToken !== undefined &&
        digestsEqual(sha256Hex(await resolveSecret(adminToken, 'adminToken')), given)
      // Before the operator with the same token: it approves nothing.
      if (isAdmin) return { name: adminName, scopes: adminScopes }
      if (found === undefined || acceptsAnyToken || isSafeToken(token)) return found?.operator ?? null
      log({
        level: 'error',
        message:
          "an operator's token was refused, because it is weaker than 128 random bits: make another with paypane operator",
        operator: found.operator.name,
      })
      return null
    },
    /** By `authorize`. Null: nobody. */
    async byRequest(request: Request): Promise<Operator | null> {
      const identity = (await authorize?.(request)) ?? null
      if (identity === null) return null
      const parsed = Operator.safeParse(identity)
      if (parsed.success) return parsed.data
      throw new TypeError('authorize() returned neither an operator {name, scopes} nor null.')
    },
  }
}
export type OperatorIdentity = NonNullable<ReturnType<typeof createOperatorIdentity>>
