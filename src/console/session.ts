import { type Signal, signal } from '@preact/signals'
import { type Api, ApiError, createApi } from './api.ts'

export interface Session {
  api: Api
  pipelines: { name: string; profile: string }[]
}

/** Signed in or not. In memory alone: it ends with the tab, or with a reload. */
export const session: Signal<Session | null> = signal(null)
/** Why the operator has to sign in again. */
export const signOutReason: Signal<string> = signal('')

/** Tries the token; throws a `Failure` where the server does not take it. */
export async function signIn(adminUrl: string, token: string): Promise<void> {
  const api = createApi(adminUrl, toHeaderValue(token), () =>
    signOut('The server does not take the token any more.'),
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

/** What cannot stand in a header cannot be the token. */
function toHeaderValue(token: string): string {
  const trimmed = token.trim()
  if (trimmed === '') throw new ApiError('refused', 'Type the administrator token.')
  if (!/^[\x20-\x7e]+$/.test(trimmed))
    throw new ApiError('unauthorized', 'This is not the administrator token of this server.')
  return trimmed
}
