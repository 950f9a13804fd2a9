import type { CheckoutModel } from '../screen-content.ts'
import { StartAgain } from './start-again.tsx'

/** Replaces the open attempt by another method, once the payer has stated that no money was sent. */
export function PayAnotherWay({ model }: { model: CheckoutModel }) {
  const { view, t } = model
  if (!view.canSwitch || view.methods.length + (view.savedCards?.length ?? 0) < 2) return null
  return (
    <details class="another-way">
      <summary>{t('payAnotherWay')}</summary>
      <p>{t('setAsideHint')}</p>
      <div class="actions">
        <StartAgain model={model} class="secondary" label={t('notSentChoose')} />
      </div>
    </details>
  )
}
