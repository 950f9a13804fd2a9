import type { Context } from '../context.ts'
import { logOnce } from '../lib/log.ts'
import type { Pipeline } from '../pipelines.ts'
import type { Attempt } from '../rules/model.ts'

/** The pipeline of an attempt; null if it is not configured: then nothing is requested, which is logged once. */
export function pipelineOf(context: Context, { pipeline: name }: Attempt): Pipeline | null {
  const pipeline = context.pipelines.byName(name)
  if (pipeline === null)
    logOnce(context, `pipeline ${name}`, {
      level: 'error',
      message: `pipeline ${name} is not configured, so its orders under way are not looked up: restore its settings until none of them is watched`,
    })
  return pipeline
}
