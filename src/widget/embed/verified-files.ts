import type { Messages } from '../i18n/messages.ts'
import type { LocaleTag } from '../i18n/tags.ts'
import type { HostParts, hostParts, LoadedScripts } from './host-parts.ts'

/** The hashes of what `paypane.js` loads. The build appends them. */
declare const __HASHES__: {
  'paypane-deferred.js': string
  'locales/hashes.json': string
}

/** TypeScript has no types of Trusted Types yet. */
declare const trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  | undefined

/**
 * Loads files beside the script. The browser rejects those with other content, such as those of another version. Every load
 * is rejected if there is no script element, or if it has no address.
 */
export function createVerifiedFiles(script: HTMLScriptElement | null, parts: typeof hostParts) {
  // Read at once: a `<base>` that is injected later would change it.
  const src = script?.src
  const urlOf = (file: string) => new URL(file, src).href

  let policy: ReturnType<NonNullable<typeof trustedTypes>['createPolicy']> | undefined

  // The hashes guarantee what the files contain.
  const loadHashes = loadOnce(async () => {
    const integrity = __HASHES__['locales/hashes.json']
    const hashes: Record<string, string> = await (
      await fetch(urlOf('locales/hashes.json'), { integrity })
    ).json()
    return hashes
  })

  async function loadMessages(locale: LocaleTag) {
    const url = urlOf(`locales/${locale}.json`)
    // Both at once: with its hash, the locale is then read from the browser's cache.
    const [hashes] = await Promise.all([loadHashes(), fetch(url).then((response) => response.text())])
    const integrity = hashes[locale]
    if (!integrity) throw new Error(url)
    const messages: Messages = await (await fetch(url, { integrity, cache: 'force-cache' })).json()
    return messages
  }

  const loaded: Partial<LoadedScripts> = {}
  const loadScript: HostParts['loadScript'] = loadOnce(
    async <Name extends keyof LoadedScripts>(name: Name, integrity: string) => {
      // The page's content policy may require Trusted Types; `trusted-types paypane` permits one policy of this name.
      if (typeof trustedTypes !== 'undefined')
        policy ??= trustedTypes.createPolicy('paypane', { createScriptURL: (address) => address })
      const url = urlOf(`${name}.js`)
      const element = document.createElement('script')
      element.src = policy?.createScriptURL(url) ?? url
      element.integrity = integrity
      element.paypaneHost = { ...parts, loadScript, loaded }
      element.crossOrigin = 'anonymous'
      element.nonce = script?.nonce ?? ''
      await new Promise((resolve) => {
        element.onload = element.onerror = resolve
        document.head.append(element)
      })
      element.remove()
      const code = loaded[name]
      if (!code) throw new Error(url)
      return code
    },
  )

  return {
    loadMessages: loadOnce(loadMessages),
    loadDeferred: () => loadScript('paypane-deferred', __HASHES__['paypane-deferred.js']),
  }
}

/** Loads once for all widgets of the page. A failure is not kept. */
function loadOnce<Keys extends unknown[], Value>(
  load: (...keys: Keys) => Promise<Value>,
): (...keys: Keys) => Promise<Value> {
  const results = new Map<unknown, Promise<Value>>()
  return (...keys) => {
    const [key] = keys
    const result = results.get(key) ?? load(...keys)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}
