import { type Signal, signal } from '@preact/signals'
import type { Operator, PipelineList, Scope } from '../contract/index.ts'
import { type Api, ApiError, createApi } from './api.ts'

export interface Session {
  api: Api
  operator: Operator
  pipelines: PipelineList['pipelines']
}

/** Null when signed out. Kept in memory only: it ends with the tab or a reload. */
export const session: Signal<Session | null> = signal(null)
/** Why the operator has to sign in again. */
export const signOutReason: Signal<string> = signal('')

export const mayDo = ({ operator }: Session, scope: Scope): boolean => operator.scopes.includes(scope)

/** Verifies the token with a request; null if a proxy authenticates. Throws an `ApiError` if the server refuses it. */
export async function signIn(adminUrl: string, token: string | null): Promise<void> {
  const api = createApi(adminUrl, token === null ? null : toHeaderValue(token), () => {
    // A request of an earlier session may be answered in this one.
    if (session.value?.api === api) signOut('The server no longer accepts the token.')
  })
  const operator = await api.me()
  const pipelines = operator.scopes.includes('read') ? await api.pipelines() : []
  signOutReason.value = ''
  session.value = { api, operator, pipelines }
  // The proxy decides when its session ends.
  if (token !== null) lockWhenIdle()
}

export function signOut(reason = ''): void {
  stopWatching()
  if (session.value === null) return
  signOutReason.value = reason
  session.value = null
}

const idleLimitMs = 15 * 60_000
let stopWatching = (): void => undefined

/** Signs out after 15 minutes without input, including time in which the computer slept. */
function lockWhenIdle(): void {
  stopWatching()
  let lastInput = Date.now()
  const check = (): boolean => {
    const isIdle = Date.now() - lastInput >= idleLimitMs
    if (isIdle) signOut('Locked after 15 minutes without input.')
    return isIdle
  }
  const onInput = (): void => {
    if (!check()) lastInput = Date.now()
  }
  const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
  for (const event of events) addEventListener(event, onInput, { passive: true, capture: true })
  const timer = setInterval(check, 10_000)
  stopWatching = () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, onInput, { capture: true })
  }
}

/** Throws if the text cannot be a header value, since then it cannot be the token. */
function toHeaderValue(token: string): string {
  const trimmed = token.trim()
  if (trimmed === '') throw new ApiError('refused', "Enter your operator's token.")
  if (!/^[\x20-\x7e]+$/.test(trimmed))
    throw new ApiError('unauthorized', 'The server does not accept this token.')
  return trimmed
}
