import type { Translator } from '../../i18n/translator.ts'
import type { CheckoutModel } from '../screen-content.ts'
import { phrase } from './phrase.ts'
import { StartAgain } from './start-again.tsx'

/** The condition of replacing the open attempt. */
export const replaceHint = (t: Translator): string => phrase(t, 'replaceHint')

/** Replaces the open attempt by another method, once the payer has stated that no money was sent. */
export function PayAnotherWay({ model }: { model: CheckoutModel }) {
  const { t } = model
  return (
    <details>
      <summary>{phrase(t, 'payAnotherWay')}</summary>
      <p>{replaceHint(t)}</p>
      <div class="actions">
        <StartAgain model={model} class="secondary" label={phrase(t, 'notSentChoose')} />
      </div>
    </details>
  )
}
