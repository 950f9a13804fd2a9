import type { ApiError } from '../api.ts'

/** Grey lines in place of what is loading; nothing beside a failure, which says so itself. */
export const Skeleton = ({ failure }: { failure: ApiError | null }) =>
  failure === null ? (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading</span>
      <i />
      <i />
      <i />
    </div>
  ) : null
