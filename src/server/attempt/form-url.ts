import { isLoopbackUrl } from '../lib/loopback.ts'

/** Which payment form URLs may be given to the payer. */
export interface FormUrlPolicy {
  isAllowed(formUrl: string): boolean
}

interface FormUrlOptions {
  formHosts?: readonly string[] | undefined
  publicUrl?: string | undefined
}

/**
 * Outside loopback only https; with `formHosts`, only those hosts. Throws a `TypeError` if an entry of `formHosts` is
 * not a host.
 */
export function createFormUrlPolicy({ formHosts, publicUrl }: FormUrlOptions): FormUrlPolicy {
  const wrong = formHosts?.find((host) => host.includes('*') || hostOf(`https://${host}`) !== host)
  if (wrong !== undefined)
    throw new TypeError(`formHosts has an entry that is not a host such as pay.example: ${wrong}`)
  const protocols = isLoopbackUrl(publicUrl) ? ['https:', 'http:'] : ['https:']
  return {
    isAllowed(formUrl) {
      if (!URL.canParse(formUrl)) return false
      const { protocol, host } = new URL(formUrl)
      return protocols.includes(protocol) && (formHosts === undefined || formHosts.includes(host))
    },
  }
}

/** The host of a URL, for the log: a form URL's path and query are secret. */
export const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)
