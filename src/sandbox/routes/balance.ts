import { JsonNumber } from '../../service/json.ts'
import type { Pipeline } from '../config.ts'
import { isKnownCurrency } from '../currencies.ts'
import { errorResponses } from '../error-responses.ts'
import { jsonResponse } from '../json-response.ts'
import type { Services } from '../services.ts'

/** A known currency without any money answers with zeros; a key that is in no dictionary is malformed. */
export function balanceResponse(
  { config, ledger }: Pick<Services, 'config' | 'ledger'>,
  pipeline: Pipeline,
  currency: string | undefined,
): Response {
  if (!currency || !isKnownCurrency(currency, config().currencies))
    return errorResponses.invalidRequest('currency is missing or malformed', null)
  const figures = Object.entries(ledger.figures(pipeline.name, currency))
  return jsonResponse({
    currency,
    ...Object.fromEntries(figures.map(([name, figure]) => [name, new JsonNumber(figure)])),
  })
}
