import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { OperatorOptions } from '../../src/server/index.ts'
import type { Act } from './statements.ts'

/** Their tokens are their names. */
export const tokenOf = (name: string): string => `the token of the operator ${name}`
export const operators: Record<string, OperatorOptions> = Object.fromEntries(
  ['ann', 'bob'].map((name): [string, OperatorOptions] => [
    name,
    {
      tokenSha256: bytesToHex(sha256(new TextEncoder().encode(tokenOf(name)))),
      scopes: ['read', 'resolve', 'payout:create', 'payout:approve'],
    },
  ]),
)

/** What the audit record of an operator's act names; null: the request is none that has one here. */
export function actionOf(method: string, path: string): Act | null {
  const [, kind, ref = '', act = ''] =
    /^\/(checkouts|payouts|claims)\/([^/]+)\/(?:refunds\/[^/]+\/)?(\w+)$/.exec(path) ?? []
  const names: Record<string, string> = {
    'checkouts review': 'reviewCheckout',
    'checkouts reopen': 'reopenCheckout',
    'checkouts refunds': 'createRefund',
    'checkouts withdraw': 'withdrawRefund',
    'claims decline': 'declineClaim',
    'payouts review': 'reviewPayout',
    'payouts approve': 'approvePayout',
    'payouts reject': 'rejectPayout',
  }
  const action = method === 'POST' ? names[`${kind} ${act}`] : undefined
  return action === undefined ? null : { action, ref }
}
