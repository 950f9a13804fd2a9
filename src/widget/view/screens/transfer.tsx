import type { TransferAction } from '../../../contract/view.ts'
import { actionErrorText } from '../announcement.ts'
import { type Field, fieldsOf } from '../fields.ts'
import { formatMoney } from '../format.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { AnotherWay } from '../parts/another-way.tsx'
import { FieldList } from '../parts/field-list.tsx'
import { FormLink } from '../parts/form-link.tsx'
import { PostButton } from '../parts/post-button.tsx'
import { QrLines } from '../qr/qr-lines.tsx'

/** The amount and the details to send it to. What the payer copies or opens first leads to "I’ve sent the money". */
export function transfer(model: CheckoutModel, action: TransferAction): ScreenContent {
  const { session, view, t, redirector, copied } = model
  const { link, code } = action
  const { QrCode, Unopened } = model.parts
  const qr = (code || model.code.deferred !== null) && action.qr
  const numbers = fieldsOf(action).filter(({ isNumber }) => isNumber)
  const qrLabel = [t('qr'), formatMoney(view.amount, t.locale), action.recipient].filter(Boolean).join(', ')
  const copiedNumber = numbers.findLast(({ copyValue }) => copied.has(copyValue))
  /** What the bank must show, since malware swaps copied numbers. */
  const toCheck = ({ copyValue }: Field) => {
    // The digits keep their place in right-to-left text, and stay on the line of the dots.
    const number = `\u2066…\u2060${copyValue.slice(-4)}\u2069`
    // The whole name stands below. Here it would leave blank lines while nothing is copied.
    const recipient = action.recipient?.replace(/^(.{20}\S*).+/, '$1…')
    return t('checkCopied', { details: [number, recipient].filter(Boolean).join(', ') })
  }
  const hint = copiedNumber ? toCheck(copiedNumber) : t('transferHint')
  const isLed = copiedNumber || copied.has(link?.url)
  return {
    tone: 'neutral',
    heading: t('transfer'),
    hint: actionErrorText(model) ?? hint,
    otherHint: copiedNumber ? t('transferHint') : numbers[0] && toCheck(numbers[0]),
    showsCountdown: true,
    canCopyAmount: true,
    body: (
      <>
        {link && (
          <>
            <p class="actions narrow">
              <FormLink
                model={model}
                url={link.url}
                class={isLed ? 'secondary' : 'primary'}
                label={t('openBankApp')}
                follow={() =>
                  copied.add(link.url) && redirector.follow({ type: 'open', ...link, purpose: 'pay' })
                }
              />
            </p>
            {Unopened && <Unopened model={model} url={link.url} />}
          </>
        )}
        <FieldList model={model} action={action} isLeading={!(isLed || link)}>
          {qr && (
            <div class="qr">
              {code && <QrLines modules={code} label={qrLabel} />}
              {QrCode ? (
                <QrCode key={qr} model={model} field={qr} label={qrLabel} isEncoded={Boolean(code)} />
              ) : (
                !code && <p class="qr-image" />
              )}
            </div>
          )}
        </FieldList>
        <div class="actions">
          <PostButton
            model={model}
            fields={{ act: 'sent', sent: 'true' }}
            class={isLed || !(numbers[0] || link) ? 'primary' : 'secondary'}
            label={t('reportSent')}
            onPress={() => session.reportSent()}
          />
        </div>
        <AnotherWay model={model} formUrl={action.formUrl} />
      </>
    ),
  }
}
