import type { TransferAction } from '../../../contract/view.ts'
import { isPermitted } from '../address.ts'
import type { Content, Scene } from '../content.ts'
import { fieldsOf } from '../fields.ts'
import { formatMoney } from '../format.ts'
import { Details } from '../parts/details.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { QrFold } from '../qr/qr-fold.tsx'

/** The instructions: the fields to copy, the code to scan, and the payer's own word that it is done. */
export function transfer({ model, view, t }: Scene, action: TransferAction): Content {
  const hasFields = fieldsOf(action).length > 0
  const claim = () => {
    model.acted.value = true
    model.session.claimPaid()
  }
  return {
    tone: 'open',
    heading: t('transfer', { amount: formatMoney(view.amount, t.locale) }),
    hint: t('transferHint'),
    isTimed: true,
    isAmountNeeded: true,
    body: (
      <>
        <div class="transfer">
          {hasFields && <Details model={model} action={action} />}
          {action.qr && <QrFold model={model} field={action.qr} hasFields={hasFields} />}
        </div>
        <p class="acts">
          <button type="button" class="main" onClick={claim}>
            {t('iHavePaid')}
          </button>
          {action.formUrl && isPermitted(action.formUrl, model.around.isLoopback) && (
            <FormLink model={model} url={action.formUrl} class="quiet" words={t('openForm')} />
          )}
        </p>
      </>
    ),
  }
}
