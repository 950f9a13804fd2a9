/** Whether a payer may be sent there: only by HTTPS, or on this machine by HTTP while the page itself is on it. */
export function isPermittedUrl(url: string, isLoopback: boolean): boolean {
  try {
    const { protocol, hostname } = new URL(url)
    return protocol === 'https:' || (protocol === 'http:' && isLoopback && isLoopbackHost(hostname))
  } catch {
    return false
  }
}

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
