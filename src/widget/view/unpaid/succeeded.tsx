import { formatMoney } from '../format.ts'
import { FormLink } from '../parts/form-link.tsx'
import { OrderRow } from '../parts/order-row.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { phrase } from './phrase.ts'

/** The only screen that says "paid". Leads with the received amount; shows the requested one if it differs. */
export function succeeded(model: CheckoutModel): ScreenContent {
  const { state, view, t, page } = model
  const { paid, method, next } = view
  const amount = formatMoney(view.amount, t.locale)
  const received = paid ? formatMoney(paid, t.locale) : amount
  const methodName = method === 'transfer' ? t('methodTransfer') : method && t('methodForm')
  const nextUrl =
    next?.url && (/^\/(\w|$)/.test(next.url) || isPermittedUrl(next.url, page.isLoopback)) && next.url
  return {
    tone: 'success',
    amount: paid,
    heading: t('succeeded'),
    hint:
      received === amount
        ? phrase(t, 'succeededHint', { amount })
        : phrase(t, 'succeededOtherAmount', { paid: received, amount }),
    body: (
      <>
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
          {view.order && <OrderRow model={model} />}
        </dl>
        {nextUrl && (
          <p class="actions">
            <FormLink
              model={model}
              url={nextUrl}
              class="primary"
              label={t('redirectButton')}
              follow={() => !state.unconfirmed}
            />
          </p>
        )}
      </>
    ),
  }
}
