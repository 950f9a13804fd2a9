import { loaded } from '../model.ts'
import type { CheckoutModel } from '../screen-content.ts'

/** Another way to pay, where the payer may replace the open attempt. Its height is reserved until it is loaded. */
export function AnotherWay({ model }: { model: CheckoutModel }) {
  const { view, unpaidScreens } = model
  const { PayAnotherWay } = loaded(unpaidScreens) ?? {}
  if (!view.canSwitch || view.methods.length + (view.savedCards?.length ?? 0) < 2) return null
  return <div class="another-way">{PayAnotherWay && <PayAnotherWay model={model} />}</div>
}
