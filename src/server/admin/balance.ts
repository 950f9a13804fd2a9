import type { Balance } from '../../service/balance.ts'
import { type Context, findPipeline } from '../context.ts'
import { ProblemError } from '../lib/problem.ts'

/** The seven figures of a currency, asked with the named pipeline's key; with the first one's unless said. */
export async function getBalance(
  context: Context,
  currency: string,
  pipelineName?: string,
): Promise<Balance> {
  const pipeline = findPipeline(context, pipelineName ?? Object.keys(context.options.pipelines)[0] ?? '')
  if (pipeline === null) throw new ProblemError('pipeline_unknown')
  return await context.options.service.balance({ key: pipeline.key }, currency)
}
