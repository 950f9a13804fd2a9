import type { Balance } from '../../service/balance.ts'
import type { Context } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'

/** The balance of a currency, requested with the named pipeline's key. Default: the first pipeline. */
export async function getBalance(
  { service, pipelines }: Context,
  currency: string,
  name?: string,
): Promise<Balance> {
  const pipeline = name === undefined ? (pipelines.all[0] ?? null) : pipelines.byName(name)
  if (pipeline === null) throw new ProblemError('pipeline_unknown')
  return await service.balance({ key: pipeline.key }, currency)
}
