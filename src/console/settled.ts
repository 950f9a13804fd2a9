import { ApiError, asApiError } from './api.ts'

/** What one of several requests has loaded, else what it had loaded before; null: nothing so far. */
export const lastOf = <V>(result: PromiseSettledResult<V>, before: V | null | undefined): V | null =>
  result.status === 'fulfilled' ? result.value : (before ?? null)

export const failureOf = (result: PromiseSettledResult<unknown>): ApiError | null =>
  result.status === 'rejected' ? asApiError(result.reason) : null

/** The failure of a request for a part of a page, beside which the rest is shown. */
export const withoutPart = (part: string, { kind, message }: ApiError): ApiError =>
  new ApiError(kind, `${part} could not be loaded. ${message}`)
