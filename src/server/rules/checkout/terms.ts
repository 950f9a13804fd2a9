import { z } from 'zod'
import { Method, Next } from '../../../contract/view.ts'
import type { SignedTerms } from '../model.ts'
import { DeclaredField } from './payer-fields.ts'

/** What is to be paid for an order, and how: the result of `order()` with every default filled in. */
export const Terms = z.object({
  /** The reference as the page passed it. */
  given: z.string(),
  order: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The customer that the request proved. */
  customer: z.string().nullable(),
  methods: z.array(Method).nullable(),
  /** The only pipeline that may be used; null: any. */
  pipeline: z.string().nullable(),
  additionalFields: z.array(
    z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
  ),
  fields: z.partialRecord(Method, z.array(DeclaredField)),
  /** What the payer filled in when an attempt of the method started last, for one that starts without the payer. */
  filled: z.partialRecord(Method, z.record(z.string(), z.string())),
  tolerance: z.string(),
  next: Next.nullable(),
  redirects: z.object({ processing: z.string(), success: z.string(), failed: z.string() }),
})
export type Terms = z.infer<typeof Terms>

/** What a checkout stores of them, sealed. Each request proves its own customer. */
export const StoredTerms = Terms.omit({ customer: true })
export type StoredTerms = z.infer<typeof StoredTerms>

/** Terms at this moment, with those of the order token that led to them; null for a plain reference. */
export interface CurrentTerms extends Terms {
  signed: SignedTerms | null
}

/** The token states other terms than one that was issued later. */
export const isSuperseded = (given: SignedTerms | null, stored: SignedTerms | null): boolean =>
  given !== null && stored !== null && given.issuedAt < stored.issuedAt && !statesTheSame(given, stored)

/** Of two that state the same, the one that was issued later. */
export const latestSigned = (given: SignedTerms | null, stored: SignedTerms | null): SignedTerms | null =>
  given !== null && stored !== null && given.issuedAt < stored.issuedAt ? stored : given

const statesTheSame = (a: SignedTerms, b: SignedTerms): boolean => termsKey(a) === termsKey(b)
const termsKey = ({ reference, amount, currency, methods }: SignedTerms): string =>
  JSON.stringify([reference, amount, currency, methods])
