/** Cards and accounts keep their ends, as in any good log. */
const masked = new Set(['card', 'cardNumber', 'iban', 'accountNumber', 'phone', 'number', 'expected'])
/** Of these not a character is shown. */
const hidden = new Set(['cardToken', 'cardStorageToken', 'qr', 'qrUrl', 'fio', 'recipient', 'cardHolder'])
/** Addresses lose their query: it holds one-time tokens. */
const addresses = new Set(['formUrl', 'url'])
/** A checkout's id opens its view, so its end is not shown. */
const shortened = new Set(['id'])

const mask = (text: string): string =>
  text.length < 8 ? '•'.repeat(text.length) : `${text.slice(0, 4)}••••${text.slice(-4)}`
const shorten = (text: string): string => (text.length > 12 ? `${text.slice(0, 9)}…` : text)

/** A JSON value as the picture may show it. */
export function redacted(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redacted(item, name))
  if (typeof value === 'object' && value !== null) {
    if ('key' in value && 'value' in value && 'cardStorageToken' === value.key) {
      return { ...value, value: '•••' }
    }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redacted(member, key)]))
  }
  if (typeof value !== 'string' || value === '') return value
  if (hidden.has(name)) return '•••'
  if (masked.has(name)) return mask(value)
  if (addresses.has(name)) return value.replace(/\?.*$/, '?•••')
  if (shortened.has(name)) return shorten(value)
  return value
}

/** A path as the picture may show it: `wait` is all that is kept of a query. */
export function redactedPath(address: URL): string {
  const wait = address.searchParams.get('wait')
  const path = decodeURIComponent(address.pathname).replace(/co_[\w-]+/, shorten)
  return wait === null ? path : `${path}?wait=${wait}`
}
