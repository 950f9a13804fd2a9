import type { StoredEvent } from 'paypane/server'
import { Webhook } from 'standardwebhooks'

const timeoutMs = 15_000

/**
 * Sends events to the merchant's system, signed per Standard Webhooks. Rejects without a 2xx response: the event is sent
 * again later with the same id.
 */
export function eventSender(url: string, secret: string): (event: StoredEvent) => Promise<void> {
  const webhook = new Webhook(secret, isSerializedSecret(secret) ? undefined : { format: 'raw' })
  return async (event) => {
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
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`EVENTS_URL responded ${response.status}`)
  }
}

/** Standard Webhooks serializes secrets as `whsec_` and Base64, or Base64 alone. Other texts are used as their bytes. */
const isSerializedSecret = (secret: string): boolean =>
  secret.startsWith('whsec_') || Buffer.from(secret, 'base64').toString('base64') === secret
