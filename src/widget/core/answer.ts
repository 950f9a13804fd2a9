import type { CheckoutView } from '../../contract/view.ts'

/** Why nothing more can be asked: the page has to change something first. */
export type Trouble = 'notFound' | 'forbidden' | 'amountChanged' | 'unavailable'

/** Why there was no answer this time; none of these says anything about the payment. */
export type Silence = 'network' | 'server' | 'busy' | 'unreadable'

/** What a question to the merchant's server came to. */
export type Answer =
  | { type: 'view'; view: CheckoutView; etag: string | null }
  | { type: 'unchanged' }
  | { type: 'done' }
  | { type: 'no'; trouble: Trouble }
  /** Ask again; not before `retryAfter` milliseconds where the server said so. */
  | { type: 'later'; silence: Silence; retryAfter: number | null }
