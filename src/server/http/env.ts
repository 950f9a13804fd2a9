/** The runtime's data about a request. */
export interface Env {
  Bindings: {
    /** The connection's remote address; null if unknown. */
    address: string | null
    /** What a router in front has removed from the path; '' if unknown. */
    mountPath: string
  }
  Variables: {
    requestId: string
  }
}
