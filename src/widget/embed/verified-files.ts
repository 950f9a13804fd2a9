import type { Messages } from '../i18n/messages.ts'
import { isMessages } from '../i18n/read-messages.ts'
import type { LocaleTag } from '../i18n/tags.ts'
import type { PaintText } from '../view/qr/paint-text.ts'
import type {} from './qr-script.ts'

/** The hash of each file, by its path in `dist`. The build appends it. */
declare const __INTEGRITY__: Readonly<Record<string, string>>

/** TypeScript has no types of Trusted Types yet. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  | undefined

/** Files beside the script. The browser rejects those with other content, such as those of another version. */
export interface VerifiedFiles {
  loadMessages(locale: LocaleTag): Promise<Messages>
  loadQr(): Promise<PaintText>
}

export function createVerifiedFiles(script: HTMLScriptElement): VerifiedFiles {
  const locate = (file: string) => {
    const integrity = __INTEGRITY__[file]
    if (!integrity) throw new Error(`Paypane: ${file} has no hash`)
    return { url: new URL(file, script.src).href, integrity }
  }

  async function loadMessages(locale: LocaleTag) {
    const { url, integrity } = locate(`locales/${locale}.json`)
    const messages: unknown = await (await fetch(url, { integrity })).json()
    if (!isMessages(messages)) throw new TypeError(`Paypane: ${url} is no locale`)
    return messages
  }

  const loadQrScript = () =>
    new Promise<PaintText>((resolve, reject) => {
      const { url, integrity } = locate('paypane-qr.js')
      const element = document.createElement('script')
      // The page's content policy may require Trusted Types; `trusted-types paypane` permits this one.
      element.src =
        typeof trustedTypes === 'undefined'
          ? url
          : trustedTypes.createPolicy('paypane', { createScriptURL: () => url }).createScriptURL('')
      element.integrity = integrity
      element.crossOrigin = 'anonymous'
      element.nonce = script.nonce
      element.addEventListener('paypane-qr', ({ detail }) => resolve(detail))
      // Without effect once the encoder has arrived.
      element.onload = element.onerror = () => {
        element.remove()
        reject(new Error(`Paypane: ${url} was not loaded`))
      }
      document.head.append(element)
    })

  const loadQr = loadOnce<null, PaintText>(loadQrScript)
  return { loadMessages: loadOnce(loadMessages), loadQr: () => loadQr(null) }
}

/** Loads once for all widgets of the page. A failure is not kept. */
function loadOnce<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const results = new Map<Key, Promise<Value>>()
  return (key) => {
    const result = results.get(key) ?? load(key)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}
