import { type Signal, signal } from '@preact/signals'
import { type Api, createApi, Failure } from './api.ts'

export interface Session {
  api: Api
  pipelines: { name: string; profile: string }[]
}

/** Signed in or not. In memory alone: it ends with the tab, or with a reload. */
export const session: Signal<Session | null> = signal(null)
/** Why the operator has to sign in again. */
export const ended: Signal<string> = signal('')

/** Tries the token; throws a `Failure` where the server does not take it. */
export async function signIn(base: string, token: string): Promise<void> {
  const api = createApi(base, headerSafe(token), () =>
    signOut('The server does not take the token any more.'),
  )
  const pipelines = await api.pipelines()
  ended.value = ''
  session.value = { api, pipelines }
}

export function signOut(why = ''): void {
  if (session.value === null) return
  ended.value = why
  session.value = null
}

/** What cannot stand in a header cannot be the token. */
function headerSafe(token: string): string {
  const given = token.trim()
  if (given === '') throw new Failure('refused', 'Type the administrator token.')
  if (!/^[\x20-\x7e]+$/.test(given))
    throw new Failure('unauthorized', 'This is not the administrator token of this server.')
  return given
}
