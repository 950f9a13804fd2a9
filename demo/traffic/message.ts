/** The payer's page, the merchant server, the payments service. */
export type Participant = 'page' | 'server' | 'service'

/** One request with its response, redacted for display. */
export interface Message {
  id: number
  /** When it was sent, by the system clock. */
  at: number
  from: Participant
  to: Participant
  method: string
  path: string
  request: unknown
  /** `null` until the response arrives; `disconnected` if the connection ended without one; `aborted` if the sender cancelled. */
  status: number | 'disconnected' | 'aborted' | null
  response: unknown
  ms: number | null
  /** Every id in it (order, checkout, ids at the service), to assign it to an order. */
  ids: string[]
}

export type BackendUpdate =
  | { type: 'message'; message: Message }
  | { type: 'server'; up: boolean }
  /** How far the clocks of the service and the merchant server were advanced since they were started. */
  | { type: 'clock'; advancedSeconds: number }
