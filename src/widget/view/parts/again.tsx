import type { Scene } from '../content.ts'

interface Props {
  scene: Scene
  /** It does not press a payer whose money may be on its way. */
  isQuiet: boolean
}

/** Another attempt where one may follow, in another way if there are several. */
export function Again({ scene: { session, state, view, t, act }, isQuiet }: Props) {
  const { method, methods, retry } = view
  if (!retry) return null
  // The one way that is offered is taken; among several, or several cards, the payer chooses.
  const next = methods.length > 1 ? null : (methods[0] ?? method)
  return (
    <>
      {state.refused && <p class="note">{t('notDone')}</p>}
      <p class="acts">
        <button
          type="button"
          class={isQuiet ? 'quiet' : 'main'}
          onClick={() =>
            act(() =>
              next && next !== 'saved-card'
                ? void session.start({ method: next })
                : session.chooseAgain(true),
            )
          }
        >
          {t('tryAgain')}
        </button>
      </p>
    </>
  )
}
