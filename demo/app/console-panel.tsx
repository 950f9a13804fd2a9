interface Props {
  url: string
  /** The checkout in the preview. */
  checkout: string | null
}

/** This order in the operator's console of the merchant server. */
export function ConsolePanel({ url, checkout }: Props) {
  const here = checkout === null ? url : `${url}#/checkouts/${checkout}`
  return (
    <div class="operator-access">
      <iframe key={here} title="Console" src={here} />
      <p class="note">
        <a href={here} target="_blank" rel="noreferrer">
          Open in a window of its own
        </a>
        . Here it needs no sign-in; outside this demo an operator signs in with a token.
      </p>
    </div>
  )
}
