import type { Method } from '../../contract/view.ts'
import type { DepositPipeline } from '../pipelines.ts'
import { type DeclaredField, demandedKeys } from '../rules/checkout/payer-fields.ts'
import type { Terms } from '../rules/checkout/terms.ts'
import type { Attempt } from '../rules/model.ts'
import { takesField } from '../rules/pipeline-fit.ts'

/** What the payer may fill in for some pipelines of a method, after these attempts. */
export interface AskedFields {
  /** Declared, taken by one of the pipelines and not set by the merchant. One on demand is optional until demanded. */
  allowed: readonly DeclaredField[]
  /** Those that the payer is asked for. */
  listed: readonly DeclaredField[]
}

export function askedFields(
  { fields, additionalFields }: Pick<Terms, 'fields' | 'additionalFields'>,
  method: Method,
  pipelines: readonly DepositPipeline[],
  attempts: readonly Attempt[],
): AskedFields {
  const declared = fields[method] ?? []
  const refused = attempts.filter((attempt) => attempt.method === method && attempt.state === 'refused')
  const demanded = demandedKeys(declared, refused)
  const isSet = (key: string): boolean => additionalFields.some((field) => field.key === key)
  const served = pipelines.filter((pipeline) => pipeline.method === method)
  const allowed = declared
    .filter(({ key }) => !isSet(key) && served.some((pipeline) => takesField(pipeline, key)))
    .map((field) => {
      const onDemand = field.onDemand && !demanded.has(field.key)
      return { ...field, onDemand, required: field.required && !onDemand }
    })
  return { allowed, listed: allowed.filter(({ onDemand }) => !onDemand) }
}
