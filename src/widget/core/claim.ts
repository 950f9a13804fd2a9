import type { MakeClaim } from '../../contract/claim.ts'
import type { CheckoutAccess } from './checkout-access.ts'

/** `refused`: the server does not accept it. `failed`: it may be sent again, with the same id. */
type ClaimResult = 'done' | 'refused' | 'failed'

/** As `fetch` takes them. */
export interface ClaimRequest {
  method: string
  headers: Record<string, string>
  body: string | Blob
}

/** Sends a request and resolves to the status of its response; rejects if none arrives. */
export type SendRequest = (
  url: string,
  request: ClaimRequest,
  onProgress?: (share: number) => void,
) => Promise<number>

/** Sends claims and their receipts for attempt `n` of a checkout. Its functions never throw. */
export function createClaimClient(
  endpoint: string,
  sendRequest: SendRequest,
  { id, secret }: CheckoutAccess,
  n: number,
) {
  const attempt = `${endpoint.replace(/\/+$/, '')}/checkouts/${encodeURIComponent(id)}/attempts/${n}`

  async function send(
    path: string,
    method: string,
    type: string,
    body: string | Blob,
    onProgress?: (share: number) => void,
  ): Promise<ClaimResult> {
    const headers = { 'content-type': type, ...(secret && { 'checkout-secret': secret }) }
    try {
      const status = await sendRequest(attempt + path, { method, headers, body }, onProgress)
      if (status >= 200 && status < 300) return 'done'
      return status >= 500 || status === 429 || status === 408 ? 'failed' : 'refused'
    } catch {
      return 'failed'
    }
  }

  return {
    claim: (details: MakeClaim) => send('/claim', 'POST', 'application/json', JSON.stringify(details)),
    /** Idempotent by the id: 1 to 64 letters, digits, `-` and `_`. */
    uploadReceipt: (receipt: string, file: Blob, onProgress: (share: number) => void) =>
      send(`/receipts/${receipt}`, 'PUT', file.type || 'application/octet-stream', file, onProgress),
  }
}
