import { z } from 'zod'
import { factsOf, quoted } from './error-body.ts'
import { PaymentsRefused, PaymentsUnknown, type UnknownKind, type WireFacts } from './errors.ts'
import type { HttpAnswer } from './http.ts'
import { isRefusal, kindOf } from './http-status.ts'
import type { PaymentDetails } from './order.ts'
import type { CreateOutcome } from './outcome.ts'
import { Identifier, jsonOf, LenientDetails, LenientText } from './wire.ts'

/**
 * Every 200 of a create, whatever the flow. Only the identifier decides; the hosted form puts `formUrl`
 * beside it.
 */
const Placed = z.object({
  externalId: Identifier,
  orderStatus: LenientText,
  paymentDetails: LenientDetails,
  formUrl: LenientText,
})

/** What became of a create call: the order is placed, was refused, or nobody knows. */
export function readCreate(answer: HttpAnswer): CreateOutcome {
  if (!answer.answered) return unknown(answer.what, answer.kind, { status: answer.status })
  const { status, text } = answer
  if (status === 200) return readPlaced(text)
  const facts = factsOf(status, text)
  if (isDuplicate(facts)) {
    return unknown(
      `says that it has this externalTransactionId already (${quoted(facts)})`,
      'duplicate',
      facts,
    )
  }
  if (isRefusal(status)) return { outcome: 'refused', error: new PaymentsRefused(refusal(facts), facts) }
  return unknown(`answered ${quoted(facts)}`, kindOf(status), facts)
}

function readPlaced(text: string): CreateOutcome {
  const body = Placed.safeParse(jsonOf(text))
  if (!body.success) {
    return unknown('answered HTTP 200 without an externalId that can be read', 'unreadable', { status: 200 })
  }
  const { externalId, orderStatus, paymentDetails, formUrl } = body.data
  return {
    outcome: 'placed',
    externalId,
    status: orderStatus ?? '',
    paymentDetails: withForm(paymentDetails, formUrl),
  }
}

const noDetails: PaymentDetails = {
  formUrl: null,
  card: null,
  fio: null,
  bank: null,
  number: null,
  iban: null,
  accountNumber: null,
  qrUrl: null,
  method: null,
}

function withForm(details: PaymentDetails | null, formUrl: string | null): PaymentDetails | null {
  if (formUrl === null) return details
  return { ...(details ?? noDetails), formUrl: details?.formUrl ?? formUrl }
}

const isDuplicate = ({ status, code, statusDescription }: WireFacts): boolean =>
  status !== null && isRefusal(status) && (statusDescription === '1-4007' || code === '1.1.5.1')

function unknown(what: string, kind: UnknownKind, facts: Partial<WireFacts>): CreateOutcome {
  const message = `The payments service ${what}. Whether the order exists is not known: ask its status by the same externalTransactionId before anything else is sent.`
  return { outcome: 'unknown', error: new PaymentsUnknown(message, kind, facts) }
}

const advice: Record<number, string> = {
  400: 'Something in the request is not accepted, or a limit is reached.',
  401: "The pipeline's key is missing or not valid.",
  403: "The pipeline's key may not do this, or this server's address is not allowed.",
  415: 'The service did not take the request as JSON.',
  422: 'The balance does not cover this payout.',
  423: 'The currency is not known, or no route takes this currency, amount and parameters.',
}

function refusal(facts: WireFacts & { status: number }): string {
  const why = advice[facts.status] ?? 'The service did not accept the request.'
  return `The payments service refused the order (${quoted(facts)}). ${why} No order was made by this call; look its externalTransactionId up before trying under another.`
}
