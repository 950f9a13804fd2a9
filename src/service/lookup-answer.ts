import { z } from 'zod'
import { factsOf, quoted, readErrorBody } from './error-body.ts'
import { PaymentsUnknown, type UnknownKind, type WireFacts } from './errors.ts'
import type { HttpAnswer } from './http.ts'
import { kindOf } from './http-status.ts'
import type { LookupOutcome } from './outcome.ts'
import { Identifier, jsonOf, LenientHistory, LenientParams, LenientText } from './wire.ts'

const Found = z.object({
  externalId: Identifier,
  orderStatus: Identifier,
  amount: LenientText,
  currency: LenientText,
  orderHistory: LenientHistory,
  externalParams: LenientParams,
})

/**
 * What a status look-up found. Only a 404 with the error body says that there is no such order: one without
 * it may come from anything that stands between.
 */
export function readLookup(answer: HttpAnswer): LookupOutcome {
  if (!answer.answered) return silent(answer.what, answer.kind, { status: answer.status })
  const { status, text } = answer
  if (status === 200) return readFound(text)
  if (status === 404 && readErrorBody(text) !== null) return { outcome: 'missing' }
  const facts = factsOf(status, text)
  const denied = status === 401 || status === 403
  return silent(
    denied ? `did not let this key ask (${quoted(facts)})` : `answered ${quoted(facts)}`,
    denied ? 'unauthorized' : kindOf(status),
    facts,
  )
}

function readFound(text: string): LookupOutcome {
  const body = Found.safeParse(jsonOf(text))
  if (!body.success) {
    return silent(
      'answered HTTP 200 without an externalId and an orderStatus that can be read',
      'unreadable',
      {
        status: 200,
      },
    )
  }
  const { externalId, orderStatus, amount, currency, orderHistory, externalParams } = body.data
  return {
    outcome: 'found',
    order: { externalId, status: orderStatus, amount, currency, history: orderHistory, externalParams },
  }
}

function silent(what: string, kind: UnknownKind, facts: Partial<WireFacts>): LookupOutcome {
  const message = `The payments service ${what}. That says nothing about the order or its money: ask again later.`
  return { outcome: 'silent', error: new PaymentsUnknown(message, kind, facts) }
}
