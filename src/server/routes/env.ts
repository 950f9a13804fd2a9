import type { Kit } from '../kit.ts'

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
export function callerAddress(kit: Kit, request: Request, { address }: Env['Bindings']): string | null {
  const { clientAddress } = kit.options
  const given = clientAddress === undefined ? address : clientAddress(request, address)
  return given === null || /^(127\.|::1$|::ffff:127\.)/.test(given) ? null : given
}
