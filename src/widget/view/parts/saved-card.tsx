import { useSignal } from '@preact/signals'
import type { SavedCard as Card } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { Way } from './way.tsx'

/** A card kept earlier, to pay with or to forget; forgetting takes a second press. */
export function SavedCard({ model, card, choose }: { model: Model; card: Card; choose: () => void }) {
  const t = model.t.value
  const isAsking = useSignal(false)
  const forget = () => {
    if (isAsking.value) void model.session.forgetCard(card.id)
    isAsking.value = !isAsking.value
  }
  return (
    <Way name={card.label} hint={t('savedCardHint')} choose={choose}>
      <button
        type="button"
        class="quiet"
        disabled={model.state.value.forgetting === card.id}
        aria-label={isAsking.value ? undefined : t('forgetCard', { card: card.label })}
        onClick={forget}
        onBlur={() => {
          isAsking.value = false
        }}
      >
        {t(isAsking.value ? 'forgetSure' : 'forget')}
      </button>
    </Way>
  )
}
