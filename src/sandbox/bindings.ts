/** The data that a listener passes with a request. */
export interface Bindings {
  /** The client's address. */
  address: string
  /** The sandbox's own address, without a trailing slash. */
  baseUrl: string
}
export type Env = { Bindings: Bindings }
