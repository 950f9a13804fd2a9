import type { TransferAction } from '../../../contract/view.ts'
import { fieldsOf } from '../fields.ts'
import { FieldList } from '../parts/field-list.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { UnopenedPage } from '../parts/unopened-page.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import { QrCode } from '../qr/qr-code.tsx'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The payment details and the QR code. On a phone the QR code is collapsed, unless there are no numbers to copy. */
export function transfer(model: CheckoutModel, action: TransferAction): ScreenContent {
  const fields = fieldsOf(action)
  const { session, t, onPress, page, isWide, redirector } = model
  const { link } = action
  const isUnopened = link && redirector.unopenedUrl === link.url
  return {
    tone: 'neutral',
    heading: t('transfer'),
    hint: t('transferHint'),
    showsCountdown: true,
    canCopyAmount: true,
    body: (
      <>
        <div class="transfer">
          {fields.length > 0 && <FieldList model={model} action={action} />}
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
          {isUnopened && <p class="note narrow">{t('unopened')}</p>}
          {action.qr && (
            <details class="qr" open={isUnopened || !fields.some(({ isNumber }) => isNumber) || isWide()}>
              <summary>{t('qr')}</summary>
              <QrCode key={action.qr} model={model} field={action.qr} modules={action.code} />
            </details>
          )}
        </div>
        <p class="actions">
          <button type="button" class="primary" onClick={() => onPress(session.reportSent)}>
            {t('reportSent')}
          </button>
          {action.formUrl && isPermittedUrl(action.formUrl, page.isLoopback) && (
            <FormLink model={model} url={action.formUrl} class="secondary" label={t('redirect')} />
          )}
        </p>
        {action.formUrl && <UnopenedPage model={model} url={action.formUrl} />}
      </>
    ),
  }
}
