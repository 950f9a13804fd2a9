import { type AddressMatcher, canonicalAddress, createAddressMatcher } from './ip-address.ts'

/** Returns the client address of a request; null if it is unknown. */
export function createClientAddress({
  clientAddress,
  trustedProxies = [],
}: {
  clientAddress?(request: Request, connectionAddress: string | null): string | null
  trustedProxies?: readonly string[] | undefined
}) {
  const isProxy = createAddressMatcher(trustedProxies)
  return (request: Request, { address: connection }: { address: string | null }): string | null => {
    const client =
      clientAddress === undefined
        ? forwardedAddress(request.headers, connection, isProxy)
        : clientAddress(request, connection)
    return client === null ? null : (canonicalAddress(client) ?? client)
  }
}

/** Whether callbacks are accepted from a client address: from any if none is configured. */
export function createCallbackAddresses(
  entries: readonly string[] | undefined,
): (address: string | null) => boolean {
  if (entries === undefined) return () => true
  const isListed = createAddressMatcher(entries)
  return (address) => address !== null && isListed(address)
}

/**
 * The nearest address that is not a trusted proxy. Each proxy appends to the header, so a client's own entries are on
 * the left, and only those to the right of them are reliable.
 */
function forwardedAddress(
  headers: Headers,
  connection: string | null,
  isProxy: AddressMatcher,
): string | null {
  if (connection === null || !isProxy(connection)) return connection
  const chains = [xForwardedFor(headers), forwarded(headers)].filter((chain) => chain !== null)
  const clients = new Set(chains.map((chain) => nearestClient(chain, isProxy)))
  if (clients.size === 0) return connection
  // A proxy sets one of the headers and may pass on the other from the client: if they differ, one is forged. All who do so
  // count as one address, the proxy's, and not as unknown, whose limits are higher.
  return clients.size === 1 ? ([...clients][0] ?? null) : connection
}

/** The hops that a header lists, the nearest last, and how an address is read from one. */
interface Chain {
  hops: readonly string[]
  addressOf(hop: string): string | null
}

/** Only as much of a header is read as decides: what is to the left of that may be the client's own, and long. */
function nearestClient({ hops, addressOf }: Chain, isProxy: AddressMatcher): string | null {
  for (const hop of hops.toReversed()) {
    const address = addressOf(hop)
    if (address === null || !isProxy(address)) return address
  }
  return addressOf(hops[0] ?? '')
}

function xForwardedFor(headers: Headers): Chain | null {
  const hops = headers.get('x-forwarded-for')?.split(',')
  return hops === undefined ? null : { hops, addressOf: hopAddress }
}

/** `Forwarded` (RFC 7239). */
function forwarded(headers: Headers): Chain | null {
  const hops = headers.get('forwarded')?.split(',')
  const addressOf = (hop: string): string | null =>
    hopAddress(/(?:^|;)\s*for\s*=\s*"?([^";]*)/i.exec(hop)?.[1] ?? '')
  return hops === undefined ? null : { hops, addressOf }
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`. */
function hopAddress(hop: string): string | null {
  const text = hop.trim()
  const [, host = text] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([^:]*):\d+$/.exec(text) ?? []
  return canonicalAddress(host)
}
