import type { Model } from '../model.ts'

/** Another way to pay, where the payer may replace the open attempt. Its height is reserved until it is loaded. */
export function AnotherWay({ model }: { model: Model }) {
  const { parts, state } = model
  const { view } = state
  const { PayAnotherWay } = parts
  if (!view?.canReplace || view.methods.length + (view.savedCards?.length ?? 0) < 2) return null
  return <div class="another-way">{PayAnotherWay && <PayAnotherWay model={{ ...model, view }} />}</div>
}
