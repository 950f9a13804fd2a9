/**
 * Whether only this machine reaches a host.
 * @example
 * isLoopback('127.0.0.1') // true
 */
export const isLoopback = (host: string): boolean =>
  /^(\[::1\]|::1|127(\.\d+){3}|(.+\.)?localhost)$/.test(host)

/** Whether only this machine reaches a URL. False where it is not a URL. */
export const isLoopbackUrl = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && isLoopback(new URL(url).hostname)
