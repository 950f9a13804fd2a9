import { InvalidRequestError } from './errors.ts'

/**
 * Can this identifier stand in a path, so that its status can be asked? A lone surrogate has no encoding, and
 * `.` and `..` are read as steps of the path in every spelling.
 */
export const isValidPathId = (id: string): boolean =>
  id !== '' && id !== '.' && id !== '..' && id.isWellFormed()

/** @throws InvalidRequestError where no address can be made of it. */
export function pathSegment(id: string): string {
  if (isValidPathId(id)) return encodeURIComponent(id)
  throw new InvalidRequestError(
    'This order identifier cannot stand in an address, so its status cannot be asked.',
  )
}
