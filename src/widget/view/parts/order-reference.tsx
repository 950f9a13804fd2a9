import type { Scene } from '../content.ts'
import { Detail } from './detail.tsx'

/** What to tell the shop, ready to be copied. */
export function OrderReference({ model, view, t }: Scene) {
  if (!view.order) return null
  const label = t('orderReference')
  return (
    <>
      <p class="note">{t('contact')}</p>
      <dl class="details">
        <Detail
          model={model}
          name="order"
          label={label}
          groups={[view.order]}
          copied={view.order}
          isNumber={false}
        />
      </dl>
    </>
  )
}
