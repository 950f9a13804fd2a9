import type { Scene } from '../content.ts'
import { Again } from './again.tsx'
import { Detail } from './detail.tsx'

interface Props {
  scene: Scene
  /** Money may be on its way. */
  isSent: boolean
}

/** What is left to a payer who has not paid, or whose money has not come. */
export function Unpaid({ scene, isSent }: Props) {
  const { view, t } = scene
  return (
    <>
      {view.order && (isSent || !view.retry) && (
        <>
          <p class="note">{t('contact')}</p>
          <dl class="details">
            <Detail
              model={scene}
              name="order"
              label={t('orderReference')}
              groups={[view.order]}
              copied={view.order}
              isNumber={false}
            />
          </dl>
        </>
      )}
      {isSent && !view.final && <p class="note">{t('stillWatching')}</p>}
      <Again scene={scene} isQuiet={isSent} />
    </>
  )
}
