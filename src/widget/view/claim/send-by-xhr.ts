import type { SendRequest } from '../../core/claim.ts'
import type { PageServices } from '../model.ts'

/** A connection is lost if nothing was sent or received for so long. */
const stalledMs = 60_000

/** Unlike `fetch`, it reports how much of the body has been sent. */
export const sendByXhr =
  ({ setTimer }: PageServices, signal: AbortSignal | null): SendRequest =>
  (url, { method, headers, body }, onProgress) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      const abort = () => xhr.abort()
      let cancelTimeout = setTimer(stalledMs, abort)
      xhr.open(method, url)
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
      xhr.upload.onprogress = ({ loaded, total }) => {
        cancelTimeout()
        cancelTimeout = setTimer(stalledMs, abort)
        onProgress?.(loaded / total)
      }
      xhr.onload = () => resolve(xhr.status)
      xhr.onerror = xhr.onabort = reject
      xhr.onloadend = () => cancelTimeout()
      signal?.addEventListener('abort', abort)
      xhr.send(body)
    })
