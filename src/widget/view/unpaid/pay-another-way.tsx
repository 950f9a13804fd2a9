import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'
import { StartAgain } from './start-again.tsx'

/** Replaces the open attempt by another method, once the payer has stated that no money was sent. */
export function PayAnotherWay({ model }: { model: CheckoutModel }) {
  const { t } = model
  return (
    <details>
      <summary>{phrase(t, 'payAnotherWay')}</summary>
      <p>{t('setAsideHint')}</p>
      <div class="actions">
        <StartAgain model={model} class="secondary" label={phrase(t, 'notSentChoose')} />
      </div>
    </details>
  )
}
