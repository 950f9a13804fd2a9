import { useEffect } from 'preact/hooks'
import type { Model } from '../model.ts'
import { noteSent } from './form-link.tsx'

/** Goes to the payment page by itself, once for an attempt. */
export function AutoRedirect({ model, url }: { model: Model; url: string }) {
  useEffect(() => {
    const { tell } = model
    if (!tell({ type: 'redirect', url })) return
    noteSent(model)
    const { around } = model
    around.leaveTo(url)
  }, [url, model])
  return null
}
