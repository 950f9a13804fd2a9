import { z } from 'zod'
import { Receipt } from '../../contract/claim.ts'
import type { Entry } from '../rules/model.ts'
import type { PageQuery } from './page.ts'

/** A claim as lists find it. The claim itself is in its entry. */
export const ClaimRow = z.object({
  number: z.string(),
  entryId: z.string(),
  attempt: z.number(),
  at: z.number(),
})
export type ClaimRow = z.infer<typeof ClaimRow>

/** A receipt of an attempt. The bytes are sealed. */
export const StoredReceipt = z.object({
  ...Receipt.shape,
  entryId: z.string(),
  attempt: z.number(),
  createdAt: z.number(),
  sealed: z.string(),
})
export type StoredReceipt = z.infer<typeof StoredReceipt>

/** A receipt by its key, with what is sealed: whatever else of it may be damaged. */
export const SealedReceipt = StoredReceipt.pick({ entryId: true, attempt: true, id: true, sealed: true })
export type SealedReceipt = z.infer<typeof SealedReceipt>

/** Claims by their age, and the receipts of attempts. */
export interface ClaimStore {
  /** Open claims, the oldest first, and the cursor of the next page. */
  openClaims(page: PageQuery): Promise<{ claims: ClaimRow[]; after: string | null }>
  /** The claim with this number, open or not. */
  claimByNumber(number: string): Promise<ClaimRow | null>

  /**
   * Stores a receipt, unless its attempt has one with this id (`exists`) or `limit` others (`full`), or the entry does not
   * exist, or it or the attempt is erased (`gone`).
   */
  saveReceipt(receipt: StoredReceipt, limit: number): Promise<'saved' | 'exists' | 'full' | 'gone'>
  /** What is stored of an attempt's receipts, the first one first. */
  receiptsOf(entryId: string, attempt: number): Promise<Receipt[]>
  receipt(entryId: string, attempt: number, id: string): Promise<StoredReceipt | null>
  /** Receipts whose sealed bytes begin with one of these (see `keyPrefixLength` in `seal.ts`), by their keys from `after` on. */
  receiptsSealedBy(
    prefixes: readonly string[],
    after: SealedReceipt | null,
    limit: number,
  ): Promise<SealedReceipt[]>
  /** Replaces the sealed bytes of a receipt, unless they were changed or deleted meanwhile. */
  replaceReceipt(from: SealedReceipt, sealed: string): Promise<void>
}

/** Whether the receipts of an attempt were erased, with it or with its entry. */
export const hasErasedReceipts = ({ erasedAt, attempts }: Entry, n: number): boolean =>
  (erasedAt ?? attempts.find((attempt) => attempt.n === n)?.erasedAt ?? null) !== null

/** The claims of an entry, with when each was decided. */
export const claimRowsOf = (entry: Entry): (ClaimRow & { resolvedAt: number | null })[] =>
  entry.attempts.flatMap(({ n, claims }) =>
    claims.map(({ number, at, resolved }) => ({
      number,
      entryId: entry.id,
      attempt: n,
      at,
      resolvedAt: resolved?.at ?? null,
    })),
  )
