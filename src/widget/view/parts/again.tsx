import type { Scene } from '../content.ts'

/** Another attempt where one may follow: the same way again, or another one. */
export function Again({ model, state, view, t, words }: Scene & { words: string }) {
  if (!view.retry) return null
  const { method } = view
  const others = view.methods.filter((other) => other !== method)
  const repeat = () => {
    model.acted.value = true
    if (method && method !== 'saved-card') void model.session.start({ method })
    else model.session.chooseAgain(true)
  }
  const choose = () => {
    model.acted.value = true
    model.session.chooseAgain(true)
  }
  return (
    <>
      {state.refused === 'start' && <p class="note">{t('notStarted')}</p>}
      <p class="acts">
        <button type="button" class="main" onClick={repeat}>
          {words}
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
