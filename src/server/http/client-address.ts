import type { PaypaneOptions } from '../options.ts'

/** What the runtime provides with a request. */
export interface Env {
  Bindings: {
    /** The connection's remote address; null if unknown. */
    address: string | null
  }
}

/** The client address of a request; null for loopback, which is a proxy or a developer, and if it is unknown. */
export type ClientAddress = (request: Request, env: Env['Bindings']) => string | null

export const createClientAddress =
  (option: PaypaneOptions['clientAddress']): ClientAddress =>
  (request, { address }) => {
    const client = option === undefined ? address : option(request, address)
    return client === null || /^(127\.|::1$|::ffff:127\.)/.test(client) ? null : client
  }
