import type { Reason } from 'paypane/contract'
import { explainActionCode } from 'paypane/service'
import type { z } from 'zod'

const reasonLabels: Record<string, string> = {
  unauthorized: 'the service does not accept the key (401)',
  forbidden: 'the service does not allow this with this key, or from this address (403)',
  balance: 'there is not enough balance',
  currency: 'the service does not know the currency',
  'no-route': 'no route at the service fits this currency and amount',
  limit: 'a limit was reached',
  'invalid-request': 'the service found the request invalid',
  'instructions-lost': 'the answer with the payment instructions was lost, so the payer never saw them',
  unspecified: 'no reason was given',
}

/** Why an attempt failed, in words that finish a sentence. */
export function reasonText({ code, group, key }: z.infer<typeof Reason>): string {
  if (code !== null) return `${explainActionCode(code).replace(/\.$/, '')} (${code})`
  return reasonLabels[key] ?? `${key} (${group})`
}
