import { formatMoney } from '../format.ts'
import { FormLink } from '../parts/form-link.tsx'
import { OrderRow } from '../parts/order-row.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import type { CheckoutModel, ScreenContent } from '../screen-content.ts'
import { methodMessages } from './choosing.tsx'

/** The only screen that says "paid". Leads with the received amount; shows the requested one if it differs. */
export function succeeded(model: CheckoutModel): ScreenContent {
  const { state, view, t, page } = model
  const { paid, method, next } = view
  const amount = formatMoney(view.amount, t.locale)
  const received = paid ? formatMoney(paid, t.locale) : amount
  const [methodName] = (method && methodMessages[method]) ?? []
  const nextUrl =
    next?.url && (/^\/(\w|$)/.test(next.url) || isPermittedUrl(next.url, page.isLoopback)) && next.url
  return {
    tone: 'success',
    amount: paid,
    heading: t('succeeded'),
    hint:
      received === amount
        ? t('succeededHint', { amount })
        : t('succeededOtherAmount', { paid: received, amount }),
    body: (
      <>
        {state.wasFailedOrExpired && <p class="note">{t('succeededLate')}</p>}
        {next?.text && (
          <p class="next" dir="auto">
            {next.text}
          </p>
        )}
        <dl class="field-list">
          {methodName && (
            <div class="field-row">
              <dt>{t('paymentMethod')}</dt>
              <dd>{t(methodName)}</dd>
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
