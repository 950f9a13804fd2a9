/** The address in a text, or null where it is none that a server could call. */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/** Names and addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  host === '::1' ||
  /^127(\.\d{1,3}){3}$/.test(host)

/** https, or on this machine. */
export const isSecure = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url.hostname)
