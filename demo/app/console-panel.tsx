import { useEffect, useState } from 'preact/hooks'
import type { OperatorAccess } from '../backend/backend.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  getAccess: () => Promise<OperatorAccess>
  /** The checkout in the preview. */
  checkout: string | null
}

/** Access to the operator's console of the merchant server. */
export function ConsolePanel({ getAccess, checkout }: Props) {
  const [access, setAccess] = useState<OperatorAccess | null>(null)
  useEffect(() => {
    getAccess().then(setAccess, () => undefined)
  }, [getAccess])
  return (
    <div class="operator-access">
      <p class="status-sentence">What the merchant’s operators see.</p>
      <p>
        Every checkout with its details, payouts, balances, and reviews. The console is part of the merchant
        server; sign in with this administrator token:
      </p>
      {access && (
        <>
          <p class="token">
            <code>{access.token}</code>
            <CopyButton name="Copy" text={() => access.token} />
          </p>
          <p class="console-links">
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
      <p class="note">A new token is generated at each start; it is valid only for this demo.</p>
    </div>
  )
}
