import { useEffect, useState } from 'preact/hooks'
import type { OperatorAccess } from '../backend/backend.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  getAccess: () => Promise<OperatorAccess>
  /** The checkout on the stage. */
  checkout: string | null
}

/** The way into the operator's console, which the merchant's server has of its own. */
export function ConsolePanel({ getAccess, checkout }: Props) {
  const [access, setAccess] = useState<OperatorAccess | null>(null)
  useEffect(() => {
    getAccess().then(setAccess, () => undefined)
  }, [getAccess])
  return (
    <div class="operator">
      <p class="standing">What the merchant’s own people see.</p>
      <p>
        Every checkout with its whole story, payouts, balances, and what needs a human. It is part of the
        merchant’s server, and opens with that server’s administrator token:
      </p>
      {access && (
        <>
          <p class="token">
            <code>{access.token}</code>
            <CopyButton name="Copy" text={() => access.token} />
          </p>
          <p class="ways-in">
            <a href={access.console} target="_blank" rel="noreferrer">
              Open the console
            </a>
            {checkout !== null && (
              <a href={`${access.console}#/checkouts/${checkout}`} target="_blank" rel="noreferrer">
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
