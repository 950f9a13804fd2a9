/** What the interface calls a refusal: these, or another 4xx with the service's own error body. */
export const refusalStatuses = [400, 401, 403, 415, 422, 423]
export const isClientError = (status: number): boolean => status >= 400 && status < 499 && status !== 408
export const isDuplicateError = (status: number, text: string): boolean =>
  isClientError(status) && /"1-4007"|"1\.1\.5\.1"/.test(text)
export const isRefusal = (status: number, text: string): boolean =>
  refusalStatuses.includes(status) ||
  (isClientError(status) && /"label":"/.test(text) && /"message":"/.test(text))
/** A payout's response that says that no order was created. */
export const provesNoOrder = (status: number): boolean => status === 422 || status === 423
