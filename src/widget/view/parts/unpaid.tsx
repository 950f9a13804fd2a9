import type { Scene } from '../content.ts'
import { Detail } from './detail.tsx'

interface Props {
  scene: Scene
  /** Money may be on its way: the payer is not pressed to try again. */
  isSent: boolean
}

/**
 * What is left to a payer who has not paid, or whose money has not come: whom to ask, and another attempt where one may
 * follow, in another way if there are several.
 */
export function Unpaid({ scene, isSent }: Props) {
  const { session, state, view, t, act } = scene
  const { method, methods, retry, order } = view
  // The one way that is offered is taken; among several, or several cards, the payer chooses.
  const next = methods.length > 1 ? null : (methods[0] ?? method)
  const again = () =>
    next && next !== 'saved-card' ? void session.start({ method: next }) : session.chooseAgain(true)
  return (
    <>
      {order && (isSent || !retry) && (
        <>
          <p class="note">{t('contact')}</p>
          <dl class="details">
            <Detail
              model={scene}
              name="order"
              label={t('orderReference')}
              groups={[order]}
              copied={order}
              isNumber={false}
            />
          </dl>
        </>
      )}
      {isSent && !view.final && <p class="note">{t('stillWatching')}</p>}
      {retry && state.refused && <p class="note">{t('notDone')}</p>}
      {retry && (
        <p class="acts">
          <button type="button" class={isSent ? 'quiet' : 'main'} onClick={() => act(again)}>
            {t('tryAgain')}
          </button>
        </p>
      )}
    </>
  )
}
