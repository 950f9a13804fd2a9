import { isAttemptsLimit } from '../../core/reducer.ts'
import type { CheckoutModel } from '../screen-content.ts'
import { FieldRow } from './field-list.tsx'
import { insteadOfForm, PostForm } from './post-form.tsx'

interface Props {
  model: CheckoutModel
  /** Money may be on its way: retrying is not the primary action. */
  mayHavePaid: boolean
}

/** After a failure or expiry: the order reference for support, and another attempt if the server permits it. */
export function RetryActions({ model, mayHavePaid }: Props) {
  const { session, state, view, t, options, onPress } = model
  const { method, methods, order } = view
  const isLimit = isAttemptsLimit(state)
  const retry = view.retry && !isLimit
  // A single method is started directly; among several methods or cards the payer chooses.
  const onlyMethod = methods.length > 1 ? null : (methods[0] ?? method)
  const nextMethod = onlyMethod === 'saved-card' ? null : onlyMethod
  const startAgain = () =>
    nextMethod ? void session.start({ method: nextMethod }) : session.chooseAgain(true)
  return (
    <>
      {isLimit && <p class="note">{t('attemptsLimit')}</p>}
      {order && (mayHavePaid || !retry) && (
        <>
          <p class="note">{t('contact')}</p>
          <dl class="field-list">
            <FieldRow
              model={model}
              name="order"
              label={t('orderReference')}
              groups={[order]}
              copyValue={order}
              isNumber={false}
            />
          </dl>
        </>
      )}
      {mayHavePaid && !view.final && <p class="note">{t('stillChecking')}</p>}
      {retry && state.actionError && <p class="note">{t('actionFailed')}</p>}
      {retry && (
        <PostForm
          model={model}
          fields={nextMethod ? { act: 'start', method: nextMethod } : { act: 'choose' }}
        >
          <p class="actions">
            <button
              type={options.formAction ? 'submit' : 'button'}
              class={mayHavePaid ? 'secondary' : 'primary'}
              onClick={insteadOfForm(() => onPress(startAgain))}
            >
              {t('tryAgain')}
            </button>
          </p>
        </PostForm>
      )}
    </>
  )
}
