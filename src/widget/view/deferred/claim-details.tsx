import { Component } from 'preact'
import type { Model } from '../model.ts'
import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: CheckoutModel
}

let loading: Promise<unknown> | null = null

/** Loads the code of the form once for all widgets; after a failure the next call tries again. Never rejects. */
export function loadClaimForm({ parts }: Model): Promise<unknown> {
  loading ??= Promise.resolve(parts.loadClaim?.()).then(
    (claim) => Object.assign(parts, { claim }),
    () => {
      loading = null
    },
  )
  return loading
}

/** The form of what the payer knows about the transfer. Without it the claim stands all the same. */
export class ClaimDetails extends Component<Props> {
  override componentDidMount() {
    if (!this.props.model.parts.claim) void loadClaimForm(this.props.model).then(() => this.setState({}))
  }

  override render({ model }: Props) {
    const { claim } = model.parts
    return claim ? <claim.ClaimForm model={model} removeLabel={phrase(model.t, 'deleteCard')} /> : null
  }
}
