import { PostButton } from '../parts/post-button.tsx'
import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'
import { leftMs, urgentMs } from './time-left.ts'

/** In the last minutes: more time to pay, where the shop gives it. */
export function MoreTime({ model }: { model: CheckoutModel }) {
  const { view, session, t } = model
  if (!view.canExtend || !view.expiresAt || leftMs(view.expiresAt, session) > urgentMs) return null
  return (
    <div class="actions">
      <PostButton
        model={model}
        fields={{ act: 'extend' }}
        class="secondary"
        label={phrase(t, 'moreTime')}
        onPress={() => void session.extend()}
      />
    </div>
  )
}
