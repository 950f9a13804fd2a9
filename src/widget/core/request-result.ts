import type { CheckoutView } from '../../contract/view.ts'

/** Why nothing more can be asked: the page has to change something first. */
export type BlockingErrorCode = 'notFound' | 'forbidden' | 'amountChanged' | 'unavailable'

/** Why there was no answer this time; none of these says anything about the payment. */
export type RequestFailure = 'network' | 'server' | 'rateLimited' | 'invalidResponse'

/** What a question to the merchant's server came to. */
export type RequestResult =
  | { type: 'view'; view: CheckoutView; etag: string | null }
  | { type: 'unchanged' }
  | { type: 'deleted' }
  | { type: 'rejected'; errorCode: BlockingErrorCode }
  /** Ask again; not before `retryAfter` milliseconds where the server said so. */
  | { type: 'failed'; failure: RequestFailure; retryAfter: number | null }
