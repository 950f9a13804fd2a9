import { JsonNumber } from '../../service/json.ts'
import type { Pipeline } from '../config.ts'
import type { Core } from '../core.ts'
import { isKnownCurrency } from '../currencies.ts'
import { refusals } from '../refusals.ts'
import { jsonAnswer } from '../wire.ts'

/** A known currency without any money answers with zeros; a key that is in no dictionary is malformed. */
export function balanceAnswer(core: Core, pipeline: Pipeline, currency: string | undefined): Response {
  if (!currency || !isKnownCurrency(currency, core.config().currencies))
    return refusals.invalid('currency is missing or malformed', null)
  const figures = Object.entries(core.ledger.figures(pipeline.name, currency))
  return jsonAnswer({
    currency,
    ...Object.fromEntries(figures.map(([name, figure]) => [name, new JsonNumber(figure)])),
  })
}
