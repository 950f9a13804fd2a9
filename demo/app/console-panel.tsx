interface Props {
  /** The URL of the console. */
  url: string
  /** The checkout in the preview. */
  checkout: string | null
}

/** Links to the operator's console of the merchant server. */
export function ConsolePanel({ url, checkout }: Props) {
  return (
    <div class="operator-access">
      <p class="status-sentence">What the merchant’s operators see.</p>
      <p>Every checkout with its details, payouts, balances, and reviews. These links need no sign-in.</p>
      <p class="console-links">
        {checkout !== null && (
          <a href={`${url}#/checkouts/${checkout}`} target="_blank" rel="noreferrer">
            This order in the console
          </a>
        )}
        <a href={url} target="_blank" rel="noreferrer">
          Open the console
        </a>
      </p>
      <p class="note">Outside this demo an operator signs in with a token.</p>
    </div>
  )
}
