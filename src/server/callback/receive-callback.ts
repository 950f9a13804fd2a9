import type { Context } from '../context.ts'
import { acceptCallback } from './accept-callback.ts'
import { applyCallbacks } from './apply-callbacks.ts'
import type { CallbackRequest } from './verify-for-pipelines.ts'

/**
 * Rule 8: verifies and stores a callback, and applies it afterwards, at once: the worker may be busy with lookups. It
 * applies what fails here. Throws `signature_invalid`, `malformed` or `rate_limited`; nothing is stored then.
 */
export async function receiveCallback(context: Context, request: CallbackRequest): Promise<void> {
  const externalId = await acceptCallback(context, request)
  const applying = context.background.track(applyCallbacks(context, { externalId }))
  context.callbackPool.run(applying.then(() => undefined))
}
