import type { SavedCard } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: Model
  card: SavedCard
}

/** Deletes a saved card. Needs a second press. */
export const DeleteCard = ({ model: { t, session }, card }: Props) => (
  <details>
    <summary aria-label={phrase(t, 'deleteCardLabel', { card: card.label })}>
      {phrase(t, 'deleteCard')}
    </summary>
    <button type="button" class="secondary" onClick={() => void session.deleteCard(card.id)}>
      {phrase(t, 'deleteCardConfirm')}
    </button>
  </details>
)
