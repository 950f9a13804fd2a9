import { z } from 'zod'
import { factsOf, quoted } from './error-body.ts'
import { PaymentsRefused, PaymentsUnknown } from './errors.ts'
import type { HttpAnswer } from './http.ts'
import { isRefusal, kindOf } from './http-status.ts'
import { jsonOf, Text } from './wire.ts'

/**
 * The seven figures of a balance, each as decimal text exactly as received. What each counts is the service's
 * to say.
 */
const Balance = z.object({
  currency: Text,
  merchantBalance: Text,
  merchantOverdraft: Text,
  pipelineBalance: Text,
  pipelineAvailableBalance: Text,
  pipelineProcessingOrdersDeposit: Text,
  pipelineProcessingOrdersWithdrawals: Text,
})

export type Balance = z.infer<typeof Balance>

/** @throws PaymentsRefused @throws PaymentsUnknown */
export function readBalance(answer: HttpAnswer): Balance {
  if (!answer.answered) throw unknown(answer.what, answer.kind, answer.status)
  const { status, text } = answer
  if (status === 200) {
    const body = Balance.safeParse(jsonOf(text))
    if (!body.success) throw unknown('answered HTTP 200 without the seven figures', 'unreadable', status)
    return body.data
  }
  const facts = factsOf(status, text)
  if (!isRefusal(status)) throw unknown(`answered ${quoted(facts)}`, kindOf(status), status)
  throw new PaymentsRefused(
    `The payments service refused to tell the balance (${quoted(facts)}). Nothing happened to any money; check the currency, the key and the allowed addresses.`,
    facts,
  )
}

const unknown = (what: string, kind: PaymentsUnknown['kind'], status: number | null) =>
  new PaymentsUnknown(
    `The payments service ${what}. The balance is not known; nothing happened to any money. Ask again later.`,
    kind,
    { status },
  )
