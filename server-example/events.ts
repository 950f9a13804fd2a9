import type { PaypaneOptions } from 'paypane/server'
import { Webhook } from 'standardwebhooks'

const timeoutMs = 15_000

/** How much of a refusal's body is kept for the operator. */
const maxRefusalBytes = 200

/**
 * Sends events to the merchant's system, signed per Standard Webhooks. Rejects without a 2xx response, so that the event
 * is sent again later with the same id. An event that an operator sends again has the header `Paypane-Resent`.
 */
export function eventSender(url: string, secret: string): NonNullable<PaypaneOptions['onEvent']> {
  const webhook = new Webhook(secret, isSerializedSecret(secret) ? undefined : { format: 'raw' })
  return async (event, { resent }) => {
    const body = JSON.stringify({
      type: event.type,
      timestamp: new Date(event.at).toISOString(),
      data: event,
    })
    const now = new Date()
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': webhook.sign(event.id, now, body),
        ...(resent ? { 'paypane-resent': 'true' } : {}),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Error(`EVENTS_URL did not respond: ${causeOf(error)}`, { cause: error })
    })
    if (response.ok) await response.body?.cancel()
    else throw new Error(`EVENTS_URL responded ${response.status} ${await firstText(response)}`.trim())
  }
}

/** `ECONNREFUSED`, `TimeoutError` …; the message of fetch has no cause. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

/** The first bytes of the response as text. */
async function firstText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const bytes: number[] = []
  while (bytes.length < maxRefusalBytes) {
    const { value } = (await reader?.read().catch(() => null)) ?? {}
    if (value === undefined) break
    bytes.push(...value.subarray(0, maxRefusalBytes))
  }
  await reader?.cancel().catch(() => undefined)
  return new TextDecoder().decode(Uint8Array.from(bytes.slice(0, maxRefusalBytes)))
}

/** Standard Webhooks serializes secrets as `whsec_` and Base64, or Base64 alone. Other texts are used as their bytes. */
const isSerializedSecret = (secret: string): boolean =>
  secret.startsWith('whsec_') || Buffer.from(secret, 'base64').toString('base64') === secret
