import { isLoopbackUrl } from './loopback.ts'

interface FormUrlOptions {
  formHosts?: readonly string[] | undefined
  publicUrl?: string | undefined
}

export const isFormHost = (entry: string): boolean =>
  !entry.includes('*') && hostOf(`https://${entry}`) === entry

/** Whether a payment form may be given to the payer. Outside loopback only https; with `formHosts`, only those hosts. */
export function createFormCheck({ formHosts, publicUrl }: FormUrlOptions): (formUrl: string) => boolean {
  const protocols = isLoopbackUrl(publicUrl) ? ['https:', 'http:'] : ['https:']
  return (formUrl) => {
    if (!URL.canParse(formUrl)) return false
    const { protocol, host } = new URL(formUrl)
    return protocols.includes(protocol) && (formHosts === undefined || formHosts.includes(host))
  }
}

/** The host of a URL, for the log: a form URL's path and query are secret. */
export const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)
