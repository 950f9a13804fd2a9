import type { TransferAction } from '../../../contract/view.ts'
import { FieldList } from '../parts/field-list.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** After "I have paid": waits for the transfer, with the payment details collapsed. */
export const checking = (model: CheckoutModel, action: TransferAction): ScreenContent => ({
  tone: 'active',
  heading: model.t('checking'),
  hint: model.t('checkingHint'),
  showsCountdown: true,
  canCopyAmount: true,
  body: (
    <details>
      <summary>{model.t('details')}</summary>
      <FieldList model={model} action={action} />
    </details>
  ),
})
