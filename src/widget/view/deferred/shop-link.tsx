import { FormLink } from '../parts/form-link.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import type { CheckoutModel } from '../screen-content.ts'

interface Props {
  model: CheckoutModel
  class: 'primary' | 'secondary'
  label: string
}

/** A link to the shop's page: of this origin, or HTTPS. */
export function ShopLink({ model, class: className, label }: Props) {
  const { view, state, page } = model
  const url = view.next?.url
  if (!url || !(/^\/(\w|$)/.test(url) || isPermittedUrl(url, page.isLoopback))) return null
  return (
    <p class="actions">
      <FormLink model={model} url={url} class={className} label={label} follow={() => !state.unconfirmed} />
    </p>
  )
}
