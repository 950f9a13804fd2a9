import type { SavedCard as Card } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { MethodButton } from './method-button.tsx'

interface Props {
  model: Model
  card: Card
  onSelect: () => void
}

/** A saved card, to pay with or to delete. Deleting needs a second press. */
export function SavedCard({ model: { t, session }, card, onSelect }: Props) {
  return (
    <MethodButton name={card.label} onSelect={onSelect}>
      <details>
        <summary aria-label={t('deleteCardLabel', { card: card.label })}>{t('deleteCard')}</summary>
        <button type="button" class="secondary" onClick={() => void session.deleteCard(card.id)}>
          {t('deleteCardConfirm')}
        </button>
      </details>
    </MethodButton>
  )
}
