import type { Scene } from '../content.ts'

/**
 * Another attempt where one may follow, in another way if there are several. It does not press a payer whose transfer
 * may be on its way.
 */
export function Again({ scene: { session, state, view, t, act } }: { scene: Scene }) {
  const { method, methods, retry } = view
  if (!retry) return null
  const isRepeated = method && method !== 'saved-card' && methods.length < 2
  return (
    <>
      {state.refused && <p class="note">{t('notDone')}</p>}
      <p class="acts">
        <button
          type="button"
          class={method === 'transfer' ? 'quiet' : 'main'}
          onClick={() => act(() => (isRepeated ? void session.start({ method }) : session.chooseAgain(true)))}
        >
          {t('tryAgain')}
        </button>
      </p>
    </>
  )
}
