import type { ApiError } from '../api.ts'
import { StatusIcon } from './badge.tsx'

/** A failed request. The data shown beside it is from the last successful one. */
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
