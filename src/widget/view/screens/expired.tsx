import type { Content, Scene } from '../content.ts'
import { Again } from '../parts/again.tsx'
import { OrderReference } from '../parts/order-reference.tsx'

/** The time is over; money that is on its way still counts. */
export function expired(scene: Scene): Content {
  const { view, t } = scene
  return {
    tone: 'care',
    heading: t('expired'),
    hint: t('doNotSendAgain'),
    body: (
      <>
        <OrderReference scene={scene} />
        {!view.final && <p class="note">{t('stillWatching')}</p>}
        <Again scene={scene} />
      </>
    ),
  }
}
