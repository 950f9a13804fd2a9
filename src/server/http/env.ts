/** The runtime's data about a request. */
export interface Env {
  Bindings: {
    /** The connection's remote address; null if unknown. */
    address: string | null
  }
  Variables: {
    requestId: string
  }
}
