import type { Context } from '../context.ts'

/** The create request's `callbackUrl`; empty if the callback URL is configured at the service. */
export function callbackUrlParam(
  { callbacks, publicUrl, basePath }: Context,
  pipeline: string,
  externalTransactionId: string,
): { callbackUrl?: string } {
  if (callbacks === 'static') return {}
  const path = `${basePath}/callbacks/${encodeURIComponent(pipeline)}/${externalTransactionId}`
  return { callbackUrl: publicUrl(path).href }
}
