import type { TransferAction } from '../../../contract/view.ts'
import { actionErrorText } from '../announcement.ts'
import { fieldsOf } from '../fields.ts'
import { formatMoney } from '../format.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { FieldList } from '../parts/field-list.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { PostButton } from '../parts/post-button.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import { QrLines } from '../qr/qr-lines.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The steps of a transfer: open the banking app, send the amount to one of the numbers, come back. */
export function transfer(model: CheckoutModel, action: TransferAction): ScreenContent {
  const { session, view, t, page, deferredParts, redirector } = model
  const { link, code } = action
  const { QrCode, timeLeftHint, Unopened } = model.parts
  const qr = (code || deferredParts !== 'failed') && action.qr
  const wayCount = fieldsOf(action).filter(({ isNumber }) => isNumber).length + (qr ? 1 : 0)
  const qrLabel = [t('qr'), formatMoney(view.amount, t.locale), action.recipient].filter(Boolean).join(', ')
  return {
    tone: 'neutral',
    heading: t('transfer'),
    hint: actionErrorText(model) ?? timeLeftHint?.(model) ?? t('transferHint'),
    showsCountdown: true,
    canCopyAmount: true,
    body: (
      <>
        <ol class="steps">
          <li>
            <p>{t('stepOpen')}</p>
            {link && (
              <p class="actions narrow">
                <FormLink
                  model={model}
                  url={link.url}
                  class="secondary"
                  label={t('openBankApp')}
                  follow={() => redirector.followToApp(link)}
                />
              </p>
            )}
            {link && Unopened && <Unopened model={model} url={link.url} />}
          </li>
          <li>
            <p>{t(wayCount > 1 ? 'stepAny' : 'stepOne')}</p>
            <FieldList model={model} action={action}>
              {qr && (
                <div class="way qr">
                  {code && <QrLines modules={code} label={qrLabel} />}
                  {QrCode ? (
                    <QrCode key={qr} model={model} field={qr} label={qrLabel} isEncoded={Boolean(code)} />
                  ) : (
                    !code && <p class="qr-image" />
                  )}
                </div>
              )}
            </FieldList>
          </li>
          <li>
            <p>{t('stepReturn')}</p>
            <div class="actions">
              <PostButton
                model={model}
                fields={{ act: 'sent', sent: 'true' }}
                class="primary"
                label={t('reportSent')}
                onPress={() => session.reportSent()}
              />
              {action.formUrl && isPermittedUrl(action.formUrl, page.isLoopback) && (
                <FormLink model={model} url={action.formUrl} class="secondary" label={t('redirect')} />
              )}
            </div>
          </li>
        </ol>
        {action.formUrl && Unopened && <Unopened model={model} url={action.formUrl} isPage />}
        <AnotherWay model={model} />
      </>
    ),
  }
}
