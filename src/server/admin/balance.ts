import type { Balance } from '../../service/balance.ts'
import type { PaymentsClient } from '../../service/client.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Pipelines } from '../pipelines.ts'

export interface BalanceServices {
  service: Pick<PaymentsClient, 'balance'>
  pipelines: Pipelines
}

/** The balance of a currency, requested with the named pipeline's key. Default: the first pipeline. */
export async function getBalance(
  { service, pipelines }: BalanceServices,
  currency: string,
  name?: string,
): Promise<Balance> {
  const pipeline = name === undefined ? (pipelines.all[0] ?? null) : pipelines.byName(name)
  if (pipeline === null) throw new ProblemError('pipeline_unknown')
  return await service.balance({ key: pipeline.key }, currency)
}
