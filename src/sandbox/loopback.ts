/** Whether only this machine reaches a host, written as in a URL or as an address. */
export const isLoopback = (host: string): boolean =>
  /^(\[::1\]|::1|127(\.\d+){3}|(.+\.)?localhost)$/.test(host)

export const isLoopbackOrigin = (origin: string): boolean =>
  URL.canParse(origin) && isLoopback(new URL(origin).hostname)
