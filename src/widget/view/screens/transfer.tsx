import type { TransferAction } from '../../../contract/view.ts'
import { isPermitted } from '../address.ts'
import type { Content, Scene } from '../content.ts'
import { fieldsOf } from '../fields.ts'
import { Details } from '../parts/details.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { QrCode } from '../qr/qr-code.tsx'

/**
 * The instructions: the fields to copy, the code to scan, and the payer's own word that it is done. The code is folded
 * away where the phone that shows it is the one that pays, unless there is nothing else.
 */
export function transfer(scene: Scene, action: TransferAction): Content {
  const fields = fieldsOf(action)
  const { session, t, act, around, isWide } = scene
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
            <details class="qr" open={!fields.some(({ isNumber }) => isNumber) || isWide()}>
              <summary>{t('qr')}</summary>
              <QrCode key={action.qr} model={scene} field={action.qr} />
            </details>
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
