import type { CheckoutView } from '../../contract/view.ts'

/** One attempt of one checkout; nothing of the payer's is in it. */
export const attemptKey = ({ id, attempt }: CheckoutView): string => `${id}#${attempt}`
