import type { ShopMessages } from './shop-messages.ts'

interface Props {
  messages: ShopMessages
  shop: string
  product: string
  order: string
  /** The paid amount, formatted. */
  amount: string
  /** The payer starts another order. */
  onContinue: () => void
}

/** The shop's thank-you page, with its confirmation mail. */
export function Thanks({ messages, shop, product, order, amount, onContinue }: Props) {
  return (
    <div class="thanks">
      <h2>{messages.thanks}</h2>
      <div class="mail">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3 6h18v12H3zM3 6l9 7 9-7" class="lines" />
        </svg>
        <p>
          <strong>{shop}</strong> <bdi>№ {order}</bdi>
        </p>
        <p>{messages.confirmed}</p>
        <p class="item-kind">
          {product} · <bdi>{amount}</bdi> · {messages.delivery}
        </p>
      </div>
      <button type="button" class="button-plain" onClick={onContinue}>
        {messages.again}
      </button>
    </div>
  )
}
