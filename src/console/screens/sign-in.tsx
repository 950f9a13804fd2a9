import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { boundTo } from '../parts/inputs.tsx'
import { signIn, signOutReason } from '../session.ts'
import { useSubmission } from '../submission.ts'

/** The token is sent only to the admin API and kept only in memory. */
export function SignIn({ adminUrl }: { adminUrl: string }) {
  const token = useSignal('')
  const { busy, failure, submit } = useSubmission()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    document.title = 'Sign in · Paypane console'
    input.current?.focus()
  }, [])

  return (
    <main class="sign-in">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          void submit(() => signIn(adminUrl, token.value))
        }}
      >
        <h1>Paypane console</h1>
        <div class="progress" />
        {signOutReason.value !== '' && <p class="hint">{signOutReason.value}</p>}
        <label for="token">Operator's token</label>
        <input
          ref={input}
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="token-hint"
          {...boundTo(token)}
        />
        <p id="token-hint" class="hint">
          Your own token, or the server's ADMIN_TOKEN. It stays in this tab only. Closing or reloading the tab
          signs you out, and so do 15 minutes without input.
        </p>
        <ErrorAlert failure={failure} />
        <button type="submit" class="button-primary" aria-disabled={busy}>
          Sign in
        </button>
      </form>
    </main>
  )
}
