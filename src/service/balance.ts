import { z } from 'zod'
import { errorDetailsOf, formatErrorDetails, isRefusal, unknownKindOf } from './error-response.ts'
import { type OutcomeUnknownKind, PaymentsOutcomeUnknownError, PaymentsRefusedError } from './errors.ts'
import type { HttpResult } from './send-request.ts'
import { Text, tryParseJson } from './wire-schemas.ts'

/** A balance: the currency and six figures, each as decimal text exactly as received. */
export const Balance = z.object({
  currency: Text.meta({ description: 'The currency key of all amounts.' }),
  merchantBalance: Text.meta({ description: "The merchant's balance." }),
  merchantOverdraft: Text.meta({ description: "The merchant's overdraft." }),
  pipelineBalance: Text.meta({ description: "The pipeline's balance." }),
  pipelineAvailableBalance: Text.meta({ description: "What is available of the pipeline's balance." }),
  pipelineProcessingOrdersDeposit: Text.meta({
    description: 'Deposits of the pipeline that are being processed.',
  }),
  pipelineProcessingOrdersWithdrawals: Text.meta({
    description: 'Payouts of the pipeline that are being processed.',
  }),
})

export type Balance = z.infer<typeof Balance>

/**
 * @throws `PaymentsRefusedError`
 * @throws `PaymentsOutcomeUnknownError`
 */
export function parseBalanceResponse(result: HttpResult): Balance {
  if (!result.received) throw unknown(result.problem, result.kind, result.status)
  const { status, text } = result
  if (status === 200) {
    const body = Balance.safeParse(tryParseJson(text))
    if (!body.success)
      throw unknown('answered HTTP 200 without the currency and the six figures', 'unreadable', status)
    return body.data
  }
  const details = errorDetailsOf(status, text)
  if (!isRefusal(status, text))
    throw unknown(`answered ${formatErrorDetails(details)}`, unknownKindOf(status), status)
  throw new PaymentsRefusedError(
    `The payments service refused the balance request (${formatErrorDetails(details)}). No money moved. Check the currency, the key and the allowed addresses.`,
    { ...details, field: null, serviceMessage: null },
  )
}

const unknown = (
  problem: string,
  kind: OutcomeUnknownKind,
  status: number | null,
): PaymentsOutcomeUnknownError =>
  new PaymentsOutcomeUnknownError(
    `The payments service ${problem}. The balance is unknown; no money moved. Try again later.`,
    kind,
    { status },
  )
