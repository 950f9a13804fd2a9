import { JsonNumber } from '../../service/json.ts'
import type { Pipeline } from '../config.ts'
import { resolveCurrency } from '../currencies.ts'
import { errorResponses } from '../error-responses.ts'
import { jsonResponse } from '../http.ts'
import type { Services } from '../services.ts'

/** A known currency without money has zeros; the response to an unknown one is configured. */
export function balanceResponse(
  { config, ledger }: Services,
  pipeline: Pipeline,
  currency: string | undefined,
): Response {
  const { unknownBalance } = config()
  const known = resolveCurrency(currency ?? '', config())
  if (!currency || (known === null && unknownBalance === 'invalid'))
    return errorResponses.invalidRequest('currency is missing or malformed', null)
  if (known === null && unknownBalance === 'not-found') return errorResponses.notFound()
  const figures = Object.entries(ledger.figures(pipeline.name, known ?? currency))
  return jsonResponse({
    currency: known ?? currency,
    ...Object.fromEntries(figures.map(([name, figure]) => [name, new JsonNumber(figure)])),
  })
}
