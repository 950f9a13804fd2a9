import type { Scene } from '../content.ts'
import { Detail } from './detail.tsx'

/** What to tell the shop, ready to be copied. */
export function OrderReference({ scene }: { scene: Scene }) {
  const { view, t } = scene
  if (!view.order) return null
  return (
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
  )
}
