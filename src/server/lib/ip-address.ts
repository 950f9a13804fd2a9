import {
  convertIPv4BinaryToString,
  convertIPv4ToBinary,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
} from 'hono/utils/ipaddr'

/** An IP address as 128 bits. IPv4 is in its IPv4-mapped form. */
type IpAddress = bigint

const mappedPrefix = 0xffffn

/** The text of an address in one form for each address; IPv4-mapped IPv6 is IPv4. Null if it is no IP address. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text)
  return address === null ? null : formatAddress(address)
}

/** What an address is counted by: an IPv4 address, or the /64 network of an IPv6 address, which one client may own. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null || isMapped(address)) return text
  return `${formatAddress((address >> 64n) << 64n)}/64`
}

/** Whether an address is in one of several networks. */
export type AddressMatcher = (address: string) => boolean

/** Matches addresses and networks such as `10.0.0.0/8`. Throws `TypeError` for an entry that is neither. */
export function createAddressMatcher(entries: readonly string[]): AddressMatcher {
  const networks = entries.map((entry) => {
    const network = parseNetwork(entry)
    if (network === null)
      throw new TypeError(`${entry} is neither an IP address nor a network such as 10.0.0.0/8.`)
    return network
  })
  return (text) => {
    const address = parseAddress(text)
    return address !== null && networks.some((network) => contains(network, address))
  }
}

interface Network {
  base: IpAddress
  /** How many of the 128 bits are the network's. */
  bits: number
}

/** Parses `10.0.0.0/8`, or one address. */
export function parseNetwork(text: string): Network | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const base = parseAddress(address)
  if (base === null) return null
  const width = address.includes(':') ? 128 : 32
  const length = prefix === undefined ? width : Number(prefix)
  return length > width ? null : { base, bits: 128 - width + length }
}

/** The largest networks that belong to one owner: 10.0.0.0/8 and fc00::/7. */
const smallestPrefix = { ipv4: 8, ipv6: 7 }

/** Whether a network is larger than any that one owner has, such as 0.0.0.0/0. False for a text that is no network. */
export function isVast(text: string): boolean {
  const network = parseNetwork(text)
  if (network === null) return false
  const { base, bits } = network
  return bits < (isMapped(base) ? 96 + smallestPrefix.ipv4 : smallestPrefix.ipv6)
}

function contains({ base, bits }: Network, address: IpAddress): boolean {
  const rest = BigInt(128 - bits)
  return address >> rest === base >> rest
}

const isMapped = (address: IpAddress): boolean => address >> 32n === mappedPrefix

const formatAddress = (address: IpAddress): string =>
  isMapped(address) ? convertIPv4BinaryToString(address & 0xffffffffn) : convertIPv6BinaryToString(address)

function parseAddress(text: string): IpAddress | null {
  try {
    return text.includes(':') ? convertIPv6ToBinary(text) : (mappedPrefix << 32n) | convertIPv4ToBinary(text)
  } catch {
    return null
  }
}
