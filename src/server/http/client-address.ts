import type { Context } from '../context.ts'

/** What comes with a request besides the request. */
export interface Env {
  Bindings: {
    /** The other end of the connection; null where nothing tells. */
    address: string | null
  }
}

/**
 * The address that tells one caller from another; null where nothing does. A connection from this machine itself is a
 * proxy's or a developer's.
 */
export function clientAddressOf(
  context: Context,
  request: Request,
  { address }: Env['Bindings'],
): string | null {
  const { clientAddress } = context.options
  const clientIp = clientAddress === undefined ? address : clientAddress(request, address)
  return clientIp === null || /^(127\.|::1$|::ffff:127\.)/.test(clientIp) ? null : clientIp
}
