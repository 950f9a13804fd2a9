import { type CheckoutModel, shopName } from '../model.ts'
import { FormLink } from '../parts/form-link.tsx'
import { isPermittedUrl } from '../permitted-url.ts'
import { phrase } from './phrase.ts'

interface Props {
  model: CheckoutModel
  class: 'primary' | 'secondary'
}

/** A link to the shop's page: of this origin, or HTTPS. */
export function ShopLink({ model, class: className }: Props) {
  const { view, state, page, t } = model
  const shop = shopName(model)
  const label = shop ? phrase(t, 'backTo', { shop }) : phrase(t, 'backToShop')
  const url = view.next?.url
  if (!url || !(/^\/(\w|$)/.test(url) || isPermittedUrl(url, page.isLoopback))) return null
  return (
    <p class="actions">
      <FormLink model={model} url={url} class={className} label={label} follow={() => !state.unconfirmed} />
    </p>
  )
}
