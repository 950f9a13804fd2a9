/** What comes with a request besides the request. */
export interface Env {
  Bindings: {
    /** The other end of the connection; null where nothing tells. */
    address: string | null
  }
}
