import { Method } from '../contract/view.ts'
import type { PaymentsClient } from '../service/client.ts'
import type { DepositProfile } from '../service/pipeline.ts'
import type { Log } from './lib/log.ts'
import type { PipelineOptions } from './options/options.ts'
import { DeclaredField } from './rules/checkout/payer-fields.ts'
import { fits, roundsToZero } from './rules/pipeline-fit.ts'

export type Pipeline = Omit<PipelineOptions, 'payerFields'> & {
  name: string
  payerFields: readonly DeclaredField[] | undefined
}
export type DepositPipeline = Pipeline & { profile: DepositProfile; method: Method }

/** A deposit to find pipelines for. */
export interface DepositToRoute {
  amount: string
  currency: string
  /** The only pipeline that may be used; null: any. */
  pipeline: string | null
}

/** The configured pipelines, in the merchant's order. */
export interface Pipelines {
  all: readonly Pipeline[]
  byName(name: string): Pipeline | null
  /** The deposit pipelines that serve this amount and currency. The first of a method is tried first. */
  forDeposit(deposit: DepositToRoute): readonly DepositPipeline[]
  /** The payout pipelines that serve this amount and currency. */
  forPayout(amount: string, currency: string): readonly Pipeline[]
}

const methodByProfile = {
  p2p: 'transfer',
  form: 'form',
  token: 'saved-card',
} as const satisfies Record<DepositProfile, Method>

/** A deposit pipeline whose host the client lacks is logged and not offered: its creates would never leave. */
export function createPipelines(
  options: Readonly<Record<string, PipelineOptions>>,
  service: Pick<PaymentsClient, 'hasHost'>,
  log: Log,
): Pipelines {
  const all = Object.entries(options).map(
    ([name, { payerFields, ...pipeline }]): Pipeline => ({
      ...pipeline,
      name,
      payerFields: payerFields?.map((field) => DeclaredField.parse(field)),
    }),
  )
  const deposits = all.flatMap((pipeline): DepositPipeline[] => {
    const { profile, name } = pipeline
    if (profile === 'payout') return []
    if (service.hasHost?.(profile) !== false)
      return [{ ...pipeline, profile, method: methodByProfile[profile] }]
    const host = profile === 'form' ? 'initUrl' : 'tokenUrl'
    log({
      level: 'error',
      message: `createPaymentsClient needs ${host}: the pipeline ${name} is not offered`,
    })
    return []
  })
  return {
    all,
    byName: (name) => all.find((pipeline) => pipeline.name === name) ?? null,
    forDeposit: ({ amount, currency, pipeline: only }) =>
      deposits.filter(
        (pipeline) =>
          (only === null || pipeline.name === only) &&
          fits(pipeline, amount, currency) &&
          !roundsToZero(pipeline.profile, amount),
      ),
    forPayout: (amount, currency) =>
      all.filter((pipeline) => pipeline.profile === 'payout' && fits(pipeline, amount, currency)),
  }
}

/** The methods of these pipelines. */
export const methodsOf = (pipelines: readonly DepositPipeline[]): Method[] =>
  Method.options.filter((method) => pipelines.some((pipeline) => pipeline.method === method))
