import type { PublicUrl } from './public-url.ts'

/** The create request's `callbackUrl`; empty if the callback URL is configured at the service. */
export type CallbackUrlParam = (pipeline: string, externalTransactionId: string) => { callbackUrl?: string }

interface CallbackUrlOptions {
  callbacks: 'dynamic' | 'static'
  publicUrl: PublicUrl
  basePath: string
}

export const createCallbackUrlParam =
  ({ callbacks, publicUrl, basePath }: CallbackUrlOptions): CallbackUrlParam =>
  (pipeline, externalTransactionId) => {
    if (callbacks === 'static') return {}
    const path = `${basePath}/callbacks/${encodeURIComponent(pipeline)}/${externalTransactionId}`
    return { callbackUrl: publicUrl(path).href }
  }
