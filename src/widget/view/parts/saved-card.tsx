import { Component } from 'preact'
import type { SavedCard as Card } from '../../../contract/view.ts'
import type { Model } from '../model.ts'
import { Way } from './way.tsx'

interface Props {
  model: Model
  card: Card
  choose: () => void
}

/** A card kept earlier, to pay with or to forget; forgetting takes a second press. */
export class SavedCard extends Component<Props, { isAsking?: boolean }> {
  #forget() {
    const { isAsking } = this.state
    this.setState({ isAsking: !isAsking })
    if (isAsking) void this.props.model.session.forgetCard(this.props.card.id)
  }

  override render({ model: { t, state }, card, choose }: Props, { isAsking }: { isAsking?: boolean }) {
    return (
      <Way name={card.label} choose={choose}>
        <button
          type="button"
          class="quiet"
          disabled={state.forgetting === card.id}
          aria-label={isAsking ? undefined : t('forgetCard', { card: card.label })}
          onClick={() => this.#forget()}
          onBlur={() => this.setState({ isAsking: false })}
        >
          {t(isAsking ? 'forgetSure' : 'forget')}
        </button>
      </Way>
    )
  }
}
