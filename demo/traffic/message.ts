/** Who speaks: the payer's page, the merchant's server, the payments service. */
export type Participant = 'page' | 'server' | 'service'

/** One request with its answer, as the live picture shows it: nothing secret is in it. */
export interface Message {
  id: number
  /** When it left, on the machine's clock. */
  at: number
  from: Participant
  to: Participant
  method: string
  path: string
  request: unknown
  /** `null` while nobody has answered yet; `broken` where the connection ended without an answer; `withdrawn` where who asked no longer wanted one. */
  status: number | 'broken' | 'withdrawn' | null
  response: unknown
  ms: number | null
  /** Every name in it (order, checkout, ids at the service): tells whose message it is. */
  ids: string[]
}

/** What is heard from behind the page. */
export type BackendUpdate = { type: 'message'; message: Message } | { type: 'server'; up: boolean }
