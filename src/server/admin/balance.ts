import type { Balance } from '../../service/balance.ts'
import type { Context } from '../context.ts'
import { orProblem } from '../lib/problem.ts'

/** The balance of a currency, requested with the named pipeline's key. Default: the first pipeline. */
export async function getBalance(
  { service, pipelines }: Context,
  currency: string,
  name?: string,
): Promise<Balance> {
  const pipeline = name === undefined ? pipelines.all[0] : pipelines.byName(name)
  const { key } = orProblem(pipeline, 'pipeline_unknown')
  return await service.balance({ key }, currency)
}
