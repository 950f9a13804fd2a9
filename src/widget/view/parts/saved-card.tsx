import type { SavedCard as Card } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { Way } from './way.tsx'

interface Props {
  model: Model
  card: Card
  choose: () => void
}

/** A card kept earlier, to pay with or to forget; forgetting takes a second press. */
export function SavedCard({ model: { t, session }, card, choose }: Props) {
  return (
    <Way name={card.label} choose={choose}>
      <details>
        <summary aria-label={t('forgetCard', { card: card.label })}>{t('forget')}</summary>
        <button type="button" class="quiet" onClick={() => void session.forgetCard(card.id)}>
          {t('forgetSure')}
        </button>
      </details>
    </Way>
  )
}
