import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Failure } from '../api.ts'
import { Trouble } from '../parts/small.tsx'
import { ended, signIn } from '../session.ts'

/** The one door. The token goes to the admin API alone, and into memory alone. */
export function SignIn({ base }: { base: string }) {
  const token = useSignal('')
  const busy = useSignal(false)
  const failure = useSignal<Failure | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    document.title = 'Sign in · Paypane console'
    field.current?.focus()
  }, [])

  async function enter(): Promise<void> {
    if (busy.value) return
    busy.value = true
    failure.value = null
    try {
      await signIn(base, token.value)
    } catch (error) {
      failure.value = error instanceof Failure ? error : new Failure('unknown', String(error))
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
          void enter()
        }}
      >
        <h1>Paypane console</h1>
        <div class="thread" />
        {ended.value !== '' && <p class="hint">{ended.value}</p>}
        <label for="token">Administrator token</label>
        <input
          ref={field}
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
        <Trouble failure={failure.value} />
        <button type="submit" class="main" disabled={busy.value}>
          Sign in
        </button>
      </form>
    </main>
  )
}
