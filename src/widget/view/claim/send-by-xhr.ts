import type { SendRequest } from '../../core/claim.ts'

/** Unlike `fetch`, it reports how much of the body has been sent. */
export const sendByXhr: SendRequest = (url, { method, headers, body }, onProgress) =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
    xhr.onload = () => resolve(xhr.status)
    xhr.onerror = reject
    xhr.send(body)
  })
