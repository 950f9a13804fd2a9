import type { CheckoutView } from '../../../contract/view.ts'
import type { CheckoutModel, Model, ViewOptions } from '../model.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { FieldRow } from '../parts/field-list.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import { phrase } from './phrase.ts'

/** How to get help: the order reference, and the shop's addresses. */
export function Contact({ model }: { model: CheckoutModel }) {
  const { view, t } = model
  return (
    <>
      {view.order && (
        <>
          <p class="note">{phrase(t, 'contact')}</p>
          <dl class="field-list">
            <OrderRow model={model} />
          </dl>
          <CopyButton
            model={model}
            field="details"
            label={phrase(t, 'copyDetails')}
            caption={phrase(t, 'copyDetails')}
            text={detailsOf(view)}
          />
        </>
      )}
      <Support model={model} />
    </>
  )
}

/** The shop's addresses, known without an order where the page names them. */
export function Support({ model: { options, state } }: { model: Model }) {
  const { email, phone, url } = supportOf(options.support ?? state.view?.merchant?.support)
  return (
    (email || phone || url) && (
      <p class="links">
        {email && (
          <a href={`mailto:${email}`} dir="ltr" aria-label={email}>
            {breakable(email)}
          </a>
        )}
        {phone && (
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} dir="ltr">
            {phone}
          </a>
        )}
        {url && isPermittedUrl(url, false) && (
          <a href={url} dir="ltr" target="_blank" rel="noopener" aria-label={url.slice(8)}>
            {breakable(url.slice(8))}
          </a>
        )}
      </p>
    )
  )
}

export function supportOf(
  support: ViewOptions['support'],
): Exclude<ViewOptions['support'], string | undefined> {
  if (typeof support !== 'string') return support ?? {}
  const address = support.replace(/^(mailto|tel):/, '')
  if (/^[+\d\s().-]+$/.test(address)) return { phone: address }
  return address.includes(':') ? { url: address } : { email: address }
}

/** An address that is too long for its line breaks before its marks, not inside its words. */
const breakable = (address: string) =>
  address
    .split(/(?=[@./?])/)
    .flatMap((part, index, parts) => [<wbr key={parts.slice(0, index).join('')} />, part])

/** What the shop needs to find the payment, without anything to pay with. */
const detailsOf = ({ id, order, amount, now, status, reason }: CheckoutView): string =>
  [order, id, `${amount.value} ${amount.currency}`, now, reason ? `${status}: ${reason.key}` : status].join(
    '\n',
  )

export const OrderRow = ({ model }: { model: CheckoutModel }) => (
  <FieldRow
    model={model}
    name="order"
    label={phrase(model.t, 'orderReference')}
    copyValue={model.view.order}
  />
)
