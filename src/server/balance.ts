import type { Balance } from '../service/balance.ts'
import { type Kit, pipelineNamed } from './kit.ts'
import { ProblemError } from './problem.ts'

/** The seven figures of a currency, asked with the named pipeline's key; with the first one's unless said. */
export async function balanceOf(kit: Kit, currency: string, name?: string): Promise<Balance> {
  const pipeline = pipelineNamed(kit, name ?? Object.keys(kit.options.pipelines)[0] ?? '')
  if (pipeline === null) throw new ProblemError('pipeline_unknown')
  return await kit.options.service.balance({ key: pipeline.key }, currency)
}
