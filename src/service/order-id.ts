import { InvalidRequestError } from './errors.ts'

/** Whether an id can be a path segment. A lone surrogate cannot be encoded; `.` and `..` are path steps. */
export const isValidPathId = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && id.isWellFormed()

/** @throws `InvalidRequestError` if the id cannot be a path segment. */
export function pathSegment(id: string): string {
  if (isValidPathId(id)) return encodeURIComponent(id)
  throw new InvalidRequestError(
    'This order identifier cannot be part of an address, so the order cannot be looked up.',
  )
}
