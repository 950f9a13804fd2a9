/** Permits HTTPS, and plain HTTP to loopback if the page itself is on loopback. */
export function isPermittedUrl(url: string, isLoopback: boolean): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && isLoopback && isLoopbackHost(hostname))
  } catch {
    return false
  }
}

export const isLoopbackHost = (hostname: string): boolean =>
  /^((.+\.)?localhost|\[::1]|127(\.\d+){3})$/.test(hostname)
