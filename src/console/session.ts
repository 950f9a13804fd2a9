import { type Signal, signal } from '@preact/signals'
import { type Api, ApiError, createApi } from './api.ts'

export interface Session {
  api: Api
  pipelines: { name: string; profile: string }[]
}

/** Null when signed out. Kept in memory only: it ends with the tab or a reload. */
export const session: Signal<Session | null> = signal(null)
/** Why the operator has to sign in again. */
export const signOutReason: Signal<string> = signal('')

/** Verifies the token with a request; null where a proxy authenticates. Throws an `ApiError` if the server refuses it. */
export async function signIn(adminUrl: string, token: string | null): Promise<void> {
  const api = createApi(adminUrl, token === null ? null : toHeaderValue(token), () =>
    signOut('The server no longer accepts the token.'),
  )
  const pipelines = await api.pipelines()
  signOutReason.value = ''
  session.value = { api, pipelines }
}

export function signOut(reason = ''): void {
  if (session.value === null) return
  signOutReason.value = reason
  session.value = null
}

/** Throws for a text that cannot be a header value, and so cannot be the token. */
function toHeaderValue(token: string): string {
  const trimmed = token.trim()
  if (trimmed === '') throw new ApiError('refused', 'Enter the administrator token.')
  if (!/^[\x20-\x7e]+$/.test(trimmed))
    throw new ApiError('unauthorized', 'This is not the administrator token of this server.')
  return trimmed
}
