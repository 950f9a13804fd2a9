import type { DeferredParts, OnDemand } from './deferred/parts.ts'
import type { PageServices } from './model.ts'

/** What is loaded on demand: undefined until it is there, null if it could not be loaded. */
export type Lazy<Code> = Code | null | undefined

/** The code that is not in the entry's main file, by name. */
interface LoadedCode extends OnDemand {
  deferred: DeferredParts
}

export type CodeLoaders = { readonly [Name in keyof LoadedCode]?: () => Promise<LoadedCode[Name] & Styled> }

interface Styled {
  styles?: string
}

export interface Loader {
  readonly code: { [Name in keyof LoadedCode]?: Lazy<LoadedCode[Name]> }
  /** Loads code once; after a failure, a later call tries again. Never rejects. */
  readonly load: (name: keyof LoadedCode) => Promise<void>
  readonly isLoading: () => boolean
}

/** After this time, what has not arrived counts as failed until it does: a stalled connection may never end. */
export const loadTimeoutMs = 10_000

/** `onSettled` is called with the styles of what was loaded, and after a failure. */
export function createLoader(page: PageServices, onSettled: (styles?: string) => void): Loader {
  const code: Loader['code'] = {}
  const loading: { [Name in keyof LoadedCode]?: Promise<void> | null } = {}
  let openCount = 0

  async function request<Name extends keyof LoadedCode>(name: Name) {
    openCount++
    const loaders: CodeLoaders = { deferred: page.loadDeferred, ...code.deferred?.loaders }
    page.setTimer(loadTimeoutMs, () => {
      if (code[name] !== undefined) return
      code[name] = null
      onSettled()
    })
    const received = await loaders[name]?.().catch(() => null)
    // In a task of its own, so that a slow phone stays responsive.
    await new Promise<void>((resolve) => page.setTimer(0, resolve))
    openCount--
    // A failure is shown if the payer needs the code.
    code[name] = received ?? null
    onSettled(received?.styles)
    // Only now: the rendering that follows a failure must not request it again at once.
    if (!received) loading[name] = null
  }

  return { code, load: (name) => (loading[name] ??= request(name)), isLoading: () => openCount > 0 }
}
