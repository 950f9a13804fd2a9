import { formatMoney } from '../format.ts'
import type { CheckoutModel, ScreenContent } from '../model.ts'
import { FormLink } from '../parts/form-link.tsx'
import { OrderRow } from './contact.tsx'
import { phrase } from './phrase.ts'
import { Refunds } from './refunds.tsx'
import { ShopLink } from './shop-link.tsx'
import { formatTime } from './time-left.ts'

/**
 * The only screen that says "paid". Leads with the received amount; shows the requested one if it differs. The hosted page
 * of a paid checkout is its receipt.
 */
export function succeeded(model: CheckoutModel): ScreenContent {
  const { state, view, t, options } = model
  const { paid, method, next } = view
  const amount = formatMoney(view.amount, t.locale)
  const received = paid ? formatMoney(paid, t.locale) : amount
  const methodName = method === 'transfer' ? t('methodTransfer') : method && t('methodForm')
  return {
    tone: 'success',
    amount: paid,
    heading: t('succeeded'),
    hint: received !== amount && phrase(t, 'succeededOtherAmount', { paid: received, amount }),
    body: (
      <>
        <Refunds model={model} />
        {state.wasFailedOrExpired && <p class="note">{phrase(t, 'succeededLate')}</p>}
        {next?.text && (
          <p class="next" dir="auto">
            {next.text}
          </p>
        )}
        <dl class="field-list">
          {methodName && (
            <div class="field-row">
              <dt>{phrase(t, 'paymentMethod')}</dt>
              <dd>{methodName}</dd>
            </div>
          )}
          {state.changedAt && (
            <div class="field-row">
              <dt>{phrase(t, 'paidAt')}</dt>
              <dd>{formatTime(state.changedAt, t.locale)}</dd>
            </div>
          )}
          {view.order && <OrderRow model={model} />}
        </dl>
        <ShopLink model={model} class="primary" />
        {state.changedAt && options.formAction && (
          <p class="actions">
            <FormLink
              model={model}
              url={options.formAction}
              class="secondary"
              label={phrase(t, 'receipt')}
              follow={() => true}
            />
          </p>
        )}
      </>
    ),
  }
}
