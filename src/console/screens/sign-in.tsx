import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { ErrorAlert } from '../parts/common.tsx'
import { signIn, signOutReason } from '../session.ts'

/** The token is sent to the admin API only, and kept in memory only. */
export function SignIn({ adminUrl }: { adminUrl: string }) {
  const token = useSignal('')
  const busy = useSignal(false)
  const failure = useSignal<ApiError | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    document.title = 'Sign in · Paypane console'
    input.current?.focus()
  }, [])

  async function submit(): Promise<void> {
    if (busy.value) return
    busy.value = true
    failure.value = null
    try {
      await signIn(adminUrl, token.value)
    } catch (error) {
      failure.value = error instanceof ApiError ? error : new ApiError('unknown', String(error))
    } finally {
      busy.value = false
    }
  }

  return (
    <main class="door">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <h1>Paypane console</h1>
        <div class="thread" />
        {signOutReason.value !== '' && <p class="hint">{signOutReason.value}</p>}
        <label for="token">Administrator token</label>
        <input
          ref={input}
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={token.value}
          aria-describedby="token-hint"
          onInput={(event) => {
            token.value = event.currentTarget.value
          }}
        />
        <p id="token-hint" class="hint">
          The ADMIN_TOKEN of this server. It is kept in this tab only, and forgotten with it.
        </p>
        <ErrorAlert failure={failure.value} />
        <button type="submit" class="main" disabled={busy.value}>
          Sign in
        </button>
      </form>
    </main>
  )
}
