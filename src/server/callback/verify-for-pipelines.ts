import { type Callback, verifyCallback } from '../../service/callback.ts'
import { InvalidCallbackError } from '../../service/errors.ts'
import { ProblemError } from '../lib/problem.ts'
import type { InboxServices } from './inbox.ts'

/** What the callback's URL path contains: a hint, never proof. */
export interface CallbackPath {
  pipeline?: string | undefined
  externalTransactionId?: string | undefined
}

/**
 * The callback, and the pipelines whose private key verifies its signature. All keys are tried, whichever pipeline
 * the path names: only the signature counts.
 */
export async function verifyForPipelines(
  { pipelines, onMetric, log }: Pick<InboxServices, 'pipelines' | 'onMetric' | 'log'>,
  rawBody: string,
  signature: string | null,
  path: CallbackPath,
): Promise<{ callback: Callback; pipelines: string[] }> {
  if (path.pipeline !== undefined && pipelines.byName(path.pipeline) === null)
    throw new ProblemError('not_found')
  let callback: Callback | null = null
  let invalid: InvalidCallbackError | null = null
  const names: string[] = []
  for (const { name, privateKey } of pipelines.all) {
    try {
      callback = await verifyCallback(rawBody, signature, privateKey)
      names.push(name)
    } catch (error) {
      if (!(error instanceof InvalidCallbackError)) throw error
      invalid = error
    }
  }
  if (callback !== null) return { callback, pipelines: names }
  const isMalformed = invalid?.reason === 'malformed'
  onMetric({ type: 'callback', result: isMalformed ? 'malformed' : 'signature' })
  log({ level: 'warn', message: 'callback rejected', why: invalid?.reason ?? 'no pipeline' })
  throw new ProblemError(isMalformed ? 'malformed' : 'signature_invalid', invalid?.message)
}
