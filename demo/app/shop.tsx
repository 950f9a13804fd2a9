import type { CheckoutView } from 'paypane'
import type { ComponentChildren } from 'preact'
import { formatAmount } from './money.ts'
import type { Settings } from './settings.ts'
import { Thanks } from './thanks.tsx'
import { useWords } from './words/use-words.ts'

interface Props {
  settings: Settings
  /** Null until the widget shows it. */
  view: CheckoutView | null
  /** The payer starts another order. */
  onContinue: () => void
  children: ComponentChildren
}

/** The checkout page of a shop; once it is paid, its thank-you page. */
export function Shop({ settings, view, onContinue, children }: Props) {
  const amount = formatAmount(settings.amount, settings.currency, settings.locale)
  const words = useWords(settings.locale)
  const isPaid = view?.status === 'succeeded'
  const paid = view?.paid ?? view?.amount
  return (
    <div class="shop" lang={settings.locale}>
      <div class="shop-bar">
        <span class="shop-name">
          {settings.logo === '' ? settings.shop : <img src={settings.logo} alt={settings.shop} />}
        </span>
        <span class="shop-safe">
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z" class="lines" />
          </svg>
          {words.checkout}
        </span>
      </div>
      <div class="shop-body">
        {isPaid && paid ? (
          <Thanks
            words={words}
            shop={settings.shop}
            product={settings.product || words.product}
            order={view.order}
            amount={formatAmount(paid.value, paid.currency, settings.locale)}
            onContinue={onContinue}
          />
        ) : (
          <div class="basket">
            <div class="item">
              {settings.product === '' && <Bag />}
              <div>
                <p class="item-name">{settings.product || words.product}</p>
                {settings.product === '' && <p class="item-kind">{words.description}</p>}
              </div>
              <p class="item-price">
                <bdi>{amount}</bdi>
              </p>
            </div>
            <dl class="sums">
              <dt>{words.delivery}</dt>
              <dd>{words.free}</dd>
              <dt class="total">{words.total}</dt>
              <dd class="total">
                <bdi>{amount}</bdi>
              </dd>
            </dl>
          </div>
        )}
        <div class="pay">
          {!isPaid && <h2 class="pay-title">{words.payment}</h2>}
          {children}
          {view !== null && <p class="shop-small">{`№ ${view.order} · help@${hostOf(settings.shop)}`}</p>}
        </div>
      </div>
    </div>
  )
}

/** The shop's name as an example domain. */
export const hostOf = (shop: string): string =>
  `${
    shop
      .toLowerCase()
      .replace('&', 'and')
      .replace(/[^\p{L}\d]+/gu, '') || 'shop'
  }.example`

function Bag() {
  return (
    <svg class="item-picture" viewBox="0 0 72 72" width="64" height="64" aria-hidden="true">
      <rect width="72" height="72" rx="12" class="bag-ground" />
      <path d="M25 29c0-14 22-14 22 0" class="bag-strap" />
      <path d="M14 33c0-3 2-5 5-5h34c3 0 5 2 5 5l2 17c0 4-3 7-7 7H19c-4 0-7-3-7-7z" class="bag-body" />
      <path d="M13 40h46" class="bag-seam" />
      <path d="M24 28v29M48 28v29" class="bag-belt" />
      <rect x="32" y="36" width="8" height="8" rx="2" class="bag-clasp" />
    </svg>
  )
}
