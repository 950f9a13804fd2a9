import type { TransferAction } from '../../../contract/view.ts'
import { actionErrorKey } from '../announcement.ts'
import { fieldsOf } from '../fields.ts'
import { loaded } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { FieldList } from '../parts/field-list.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { PostButton } from '../parts/post-button.tsx'
import { UnopenedPage } from '../parts/unopened-page.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

/** The payment details and the QR code. On a phone the QR code is collapsed, unless there are no numbers to copy. */
export function transfer(model: CheckoutModel, action: TransferAction): ScreenContent {
  const fields = fieldsOf(action)
  const { session, state, t, page, isWide, unpaidScreens, redirector } = model
  const { link } = action
  const isUnopened = link && redirector.unopenedUrl === link.url
  const { QrCode } = loaded(unpaidScreens) ?? {}
  return {
    tone: 'neutral',
    heading: t('transfer'),
    hint: t(state.actionError ? actionErrorKey(state.actionError) : 'transferHint'),
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
              {QrCode ? (
                <QrCode key={action.qr} model={model} field={action.qr} modules={action.code} />
              ) : unpaidScreens ? (
                <p class="note">{t('qrUnreadable')}</p>
              ) : (
                <p class="qr-image" />
              )}
            </details>
          )}
        </div>
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
        {action.formUrl && <UnopenedPage model={model} url={action.formUrl} />}
        <AnotherWay model={model} />
      </>
    ),
  }
}
