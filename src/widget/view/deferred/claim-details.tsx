import { Component } from 'preact'
import type { CheckoutModel } from '../screen-content.ts'
import type { ClaimParts } from './parts.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: CheckoutModel
}

/** The form of what the payer knows about the transfer. Without it the claim stands all the same. */
export class ClaimDetails extends Component<Props, { claim?: ClaimParts }> {
  override componentDidMount() {
    this.props.model.parts.loadClaim?.().then(
      (claim) => this.setState({ claim }),
      () => undefined,
    )
  }

  override render({ model }: Props, { claim = model.parts.claim }: { claim?: ClaimParts }) {
    return claim ? <claim.ClaimForm model={model} removeLabel={phrase(model.t, 'deleteCard')} /> : null
  }
}
