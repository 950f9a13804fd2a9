import type { Scene } from '../content.ts'

/** Another attempt where one may follow: the same way again, or another one. */
export function Again({ scene }: { scene: Scene }) {
  const { session, state, view, t, act } = scene
  if (!view.retry) return null
  const { method } = view
  const others = view.methods.filter((other) => other !== method)
  const choose = () => act(() => session.chooseAgain(true))
  const repeat = () => act(() => void (method && session.start({ method })))
  return (
    <>
      {state.refused && <p class="note">{t('notDone')}</p>}
      <p class="acts">
        <button type="button" class="main" onClick={method && method !== 'saved-card' ? repeat : choose}>
          {t('tryAgain')}
        </button>
        {others.length > 0 && (
          <button type="button" class="quiet" onClick={choose}>
            {t('anotherWay')}
          </button>
        )}
      </p>
    </>
  )
}
