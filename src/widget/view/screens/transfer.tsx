import type { TransferAction } from '../../../contract/view.ts'
import { isPermitted } from '../address.ts'
import type { Content, Scene } from '../content.ts'
import { fieldsOf } from '../fields.ts'
import { Details } from '../parts/details.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { QrFold } from '../qr/qr-fold.tsx'

/** The instructions: the fields to copy, the code to scan, and the payer's own word that it is done. */
export function transfer(scene: Scene, action: TransferAction): Content {
  const fields = fieldsOf(action)
  const { session, t, act, around } = scene
  return {
    tone: 'open',
    heading: t('transfer'),
    hint: t('transferHint'),
    isTimed: true,
    isAmountNeeded: true,
    body: (
      <>
        <div class="transfer">
          {fields.length > 0 && <Details model={scene} action={action} />}
          {action.qr && (
            <QrFold model={scene} field={action.qr} hasFields={fields.some(({ isNumber }) => isNumber)} />
          )}
        </div>
        <p class="acts">
          <button type="button" class="main" onClick={() => act(session.claimPaid)}>
            {t('iHavePaid')}
          </button>
          {action.formUrl && isPermitted(action.formUrl, around.isLoopback) && (
            <FormLink model={scene} url={action.formUrl} class="quiet" words={t('redirect')} />
          )}
        </p>
      </>
    ),
  }
}
