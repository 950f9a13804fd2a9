import { Component } from 'preact'
import type { SavedCard } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: Model
  card: SavedCard
}

/** Deletes a saved card. Needs a second press, beside the button that takes the first one back. */
export class DeleteCard extends Component<Props, { isAsking?: boolean }> {
  override render({ model: { t, session }, card }: Props, { isAsking }: { isAsking?: boolean }) {
    return (
      <p class="delete">
        {isAsking && (
          <button type="button" class="secondary" onClick={() => void session.deleteCard(card.id)}>
            {phrase(t, 'deleteCardConfirm')}
          </button>
        )}
        <button
          type="button"
          aria-label={isAsking ? undefined : phrase(t, 'deleteCardLabel', { card: card.label })}
          onClick={() => this.setState({ isAsking: !isAsking })}
        >
          {phrase(t, isAsking ? 'cancel' : 'deleteCard')}
        </button>
      </p>
    )
  }
}
