/** An IP address as eight groups of 16 bits. IPv4 is in its IPv4-mapped form. */
type IpAddress = readonly number[]

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff]

/** The text of an address in one form for each address; IPv4-mapped IPv6 is IPv4. Null if it is no IP address. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text)
  return address === null ? null : formatAddress(address)
}

/** What an address is counted by: an IPv4 address, or the /64 network of an IPv6 address, which one client may own. */
export function networkOf(text: string): string {
  const address = parseAddress(text)
  if (address === null || isMapped(address)) return text
  return `${formatAddress([...address.slice(0, 4), 0, 0, 0, 0])}/64`
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
    return address !== null && networks.some(({ base, bits }) => isWithin(address, base, bits))
  }
}

interface Network {
  base: IpAddress
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

function isWithin(address: IpAddress, base: IpAddress, bits: number): boolean {
  return address.every((group, index) => {
    const left = Math.min(16, Math.max(0, bits - index * 16))
    return ((group ^ (base[index] ?? 0)) & (0xffff << (16 - left)) & 0xffff) === 0
  })
}

const isMapped = (address: IpAddress): boolean =>
  mappedPrefix.every((group, index) => address[index] === group)

function formatAddress(address: IpAddress): string {
  if (!isMapped(address)) return new URL(`http://[${toHex(address)}]`).hostname.slice(1, -1)
  return address
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

const toHex = (groups: IpAddress): string => groups.map((group) => group.toString(16)).join(':')

function parseAddress(text: string): IpAddress | null {
  if (!text.includes(':')) return parseMapped(text)
  const [address = ''] = text.split('%')
  const halves = address.split('::')
  const [head, tail] = halves.map(parseGroups)
  if (head === undefined || head === null || tail === null || halves.length > 2) return null
  if (tail === undefined) return head.length === 8 ? head : null
  const zeros = 8 - head.length - tail.length
  return zeros < 1 ? null : [...head, ...Array.from({ length: zeros }, () => 0), ...tail]
}

function parseMapped(text: string): IpAddress | null {
  const groups = parseIpv4(text)
  return groups === null ? null : [...mappedPrefix, ...groups]
}

/** Colon-separated groups; the last may be an IPv4 address. */
function parseGroups(text: string): number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const groups = parts.map((part, index) => {
    if (part.includes('.') && index === parts.length - 1) return parseIpv4(part)
    return /^[0-9a-f]{1,4}$/i.test(part) ? [Number.parseInt(part, 16)] : null
  })
  return groups.every((group) => group !== null) ? groups.flat() : null
}

function parseIpv4(text: string): [number, number] | null {
  const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (bytes === undefined || bytes.some((byte) => byte > 255)) return null
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  return [a * 256 + b, c * 256 + d]
}
