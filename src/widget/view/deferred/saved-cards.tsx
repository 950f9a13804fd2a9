import { Component } from 'preact'
import type { SavedCard } from '../../../contract/view.ts'
import type { CheckoutModel, Model } from '../model.ts'
import { MethodButton } from '../parts/method-button.tsx'
import { payWith } from '../pay-with.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: CheckoutModel
  onSelect: (id: string) => void
}

/** The payer's saved cards, as methods. */
export const SavedCards = ({ model, onSelect }: Props) =>
  model.view.savedCards?.map((card) => (
    <MethodButton key={card.id} icon="card" name={payWith(model, card)} onSelect={() => onSelect(card.id)}>
      <DeleteCard model={model} card={card} />
    </MethodButton>
  ))

interface DeleteProps {
  model: Model
  card: SavedCard
}

/** Deletes a saved card. Needs a second press. The row then has no other action; where the first press was, a press takes it back. */
class DeleteCard extends Component<DeleteProps, { isAsking?: boolean }> {
  override render(
    { model: { t, session, announce }, card }: DeleteProps,
    { isAsking }: { isAsking?: boolean },
  ) {
    const question = phrase(t, 'deleteCardConfirm')
    const label = phrase(t, 'deleteCardLabel', { card: card.label })
    return (
      <p class="delete">
        {isAsking && (
          <span class="question">
            <bdi>{card.label}</bdi>
            <small>{question}</small>
          </span>
        )}
        <span>
          {isAsking && (
            <button
              type="button"
              class="secondary"
              aria-label={label}
              onClick={() => void session.deleteCard(card.id)}
            >
              {phrase(t, 'deleteCard')}
            </button>
          )}
          <button
            type="button"
            aria-label={isAsking ? undefined : label}
            onClick={() => {
              announce(isAsking ? '' : question)
              this.setState({ isAsking: !isAsking })
            }}
          >
            {phrase(t, isAsking ? 'cancel' : 'deleteCard')}
          </button>
        </span>
      </p>
    )
  }
}
