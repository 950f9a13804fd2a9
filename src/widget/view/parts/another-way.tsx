import type { Model } from '../model.ts'

interface Props {
  model: Model
  /** The payment page that came with the payment details. */
  formUrl?: string | null
}

/** Another way to pay, and help. Its height is reserved until it is loaded. */
export function AnotherWay({ model, formUrl }: Props) {
  const { MoreWays } = model.parts
  const { view } = model.state
  return (
    view && (
      <div class="another-way">{MoreWays && <MoreWays model={{ ...model, view }} formUrl={formUrl} />}</div>
    )
  )
}
