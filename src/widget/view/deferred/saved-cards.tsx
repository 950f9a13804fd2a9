import type { CheckoutModel } from '../model.ts'
import { MethodButton } from '../parts/method-button.tsx'
import { payWith } from '../pay-with.ts'
import { DeleteCard } from './delete-card.tsx'

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
