import { useEffect, useState } from 'preact/hooks'
import type { Operator } from '../world/world.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  operator: () => Promise<Operator>
  /** The checkout on the stage. */
  checkout: string | null
}

/** The way into the operator's console, which the merchant's server has of its own. */
export function ConsolePanel({ operator, checkout }: Props) {
  const [known, setKnown] = useState<Operator | null>(null)
  useEffect(() => {
    operator().then(setKnown, () => undefined)
  }, [operator])
  return (
    <div class="operator">
      <p class="standing">What the merchant’s own people see.</p>
      <p>
        Every checkout with its whole story, payouts, balances, and what needs a human. It is part of the
        merchant’s server, and opens with that server’s administrator token:
      </p>
      {known && (
        <>
          <p class="token">
            <code>{known.token}</code>
            <CopyButton name="Copy" text={() => known.token} />
          </p>
          <p class="ways-in">
            <a href={known.console} target="_blank" rel="noreferrer">
              Open the console
            </a>
            {checkout !== null && (
              <a href={`${known.console}#/checkouts/${checkout}`} target="_blank" rel="noreferrer">
                This order in the console
              </a>
            )}
          </p>
        </>
      )}
      <p class="note">Made anew at each start; it opens nothing but this demo.</p>
    </div>
  )
}
