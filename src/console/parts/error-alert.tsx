import type { ApiError } from '../api.ts'
import { StatusIcon } from './status-icon.tsx'

/** What went wrong between console and server. What is shown beside it is as it was before. */
export function ErrorAlert({ failure, onRetry }: { failure: ApiError | null; onRetry?: () => void }) {
  if (failure === null) return null
  return (
    <div class="error" role="alert">
      <StatusIcon tone="warning" />
      <p>{failure.message}</p>
      {onRetry !== undefined && (
        <button type="button" class="button-secondary" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
