/** Cards and accounts keep only their first and last characters. */
const maskedKeys = new Set(['card', 'cardNumber', 'iban', 'accountNumber', 'phone', 'number', 'expected'])
/** Hidden completely. */
const hiddenKeys = new Set([
  'cardToken',
  'cardStorageToken',
  'clientSecret',
  'qr',
  'qrUrl',
  'modules',
  'fio',
  'recipient',
  'cardHolder',
])
/** Shown without the query, which contains one-time tokens. */
const urlKeys = new Set(['formUrl', 'url'])
/** Shortened, so that messages stay readable. */
const shortenedKeys = new Set(['id'])

const mask = (text: string): string =>
  text.length < 8 ? '•'.repeat(text.length) : `${text.slice(0, 4)}••••${text.slice(-4)}`
const shorten = (text: string): string => (text.length > 12 ? `${text.slice(0, 9)}…` : text)

export function redact(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, name))
  if (typeof value === 'object' && value !== null) {
    // An additional field.
    if ('key' in value && 'value' in value) return { ...value, value: redact(value.value, String(value.key)) }
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redact(member, key)]))
  }
  if (typeof value !== 'string' || value === '') return value
  if (hiddenKeys.has(name)) return '•••'
  if (maskedKeys.has(name)) return mask(value)
  if (urlKeys.has(name)) return value.replace(/\?.*$/, '?•••')
  if (shortenedKeys.has(name)) return shorten(value)
  return value
}

/** A path redacted for display: of the query only `wait` is kept. */
export function redactPath(url: URL): string {
  const wait = url.searchParams.get('wait')
  const path = decodeURIComponent(url.pathname).replace(/co_[\w-]+/, shorten)
  return wait === null ? path : `${path}?wait=${wait}`
}
