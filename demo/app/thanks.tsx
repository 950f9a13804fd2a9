import type { Words } from './words/en.ts'

interface Props {
  words: Words
  shop: string
  product: string
  order: string
  /** The paid amount, formatted. */
  amount: string
  /** The payer starts another order. */
  onContinue: () => void
}

/** The shop's thank-you page, with its confirmation mail. */
export function Thanks({ words, shop, product, order, amount, onContinue }: Props) {
  return (
    <div class="thanks">
      <h2>{words.thanks}</h2>
      <div class="mail">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3 6h18v12H3zM3 6l9 7 9-7" class="lines" />
        </svg>
        <p>
          <strong>{shop}</strong> <bdi>№ {order}</bdi>
        </p>
        <p>{words.confirmed}</p>
        <p class="item-kind">
          {product} · <bdi>{amount}</bdi> · {words.delivery}
        </p>
      </div>
      <button type="button" class="button-plain" onClick={onContinue}>
        {words.again}
      </button>
    </div>
  )
}
