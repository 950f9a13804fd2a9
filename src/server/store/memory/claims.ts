import { type ClaimRow, type ClaimStore, claimRowsOf, hasErasedReceipts, SealedReceipt } from '../claims.ts'
import { pageOf } from '../page.ts'
import { comparePositions, cursorOf, type Position, positionAt } from '../position.ts'
import { entriesOf, type Tables } from './tables.ts'

const rowOf = ({ number, entryId, attempt, at }: ClaimRow): ClaimRow => ({ number, entryId, attempt, at })

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareKeys = (a: SealedReceipt, b: SealedReceipt): number =>
  compareTexts(a.entryId, b.entryId) || a.attempt - b.attempt || compareTexts(a.id, b.id)

/** Deletes the receipts of these attempts; default: of all. */
export function deleteReceipts({ receipts }: Tables, entryId: string, attempts?: readonly number[]): void {
  for (const [key, receipt] of receipts)
    if (receipt.entryId === entryId && attempts?.includes(receipt.attempt) !== false) receipts.delete(key)
}

export function memoryClaims(tables: Tables): ClaimStore {
  const { receipts, entries } = tables
  const keyOf = (entryId: string, attempt: number, id: string): string =>
    JSON.stringify([entryId, attempt, id])
  const claims = () => entriesOf(tables).flatMap(claimRowsOf)
  const receiptsOf = (entryId: string, attempt: number) =>
    [...receipts.values()].filter((receipt) => receipt.entryId === entryId && receipt.attempt === attempt)
  return {
    async openClaims({ after = '', limit }) {
      const positionOf = ({ at, number }: ClaimRow): Position => ({ at, seq: 0, id: number })
      const open = claims()
        .filter((claim) => claim.resolvedAt === null)
        .filter((claim) => comparePositions(positionOf(claim), positionAt(after)) > 0)
        .sort((a, b) => comparePositions(positionOf(a), positionOf(b)))
      const { page, after: next } = pageOf(open, limit, (claim) => cursorOf(positionOf(claim)))
      return { claims: page.map(rowOf), after: next }
    },
    async claimByNumber(number) {
      const found = claims().find((claim) => claim.number === number)
      return found === undefined ? null : rowOf(found)
    },
    async saveReceipt(receipt, limit) {
      const { entryId, attempt, id } = receipt
      if (receipts.has(keyOf(entryId, attempt, id))) return 'exists'
      const stored = entries.get(entryId)
      if (stored === undefined || hasErasedReceipts(stored.entry, attempt)) return 'gone'
      if (receiptsOf(entryId, attempt).length >= limit) return 'full'
      receipts.set(keyOf(entryId, attempt, id), receipt)
      return 'saved'
    },
    async receiptsOf(entryId, attempt) {
      return receiptsOf(entryId, attempt).map(({ id, type, size }) => ({ id, type, size }))
    },
    async receipt(entryId, attempt, id) {
      return receipts.get(keyOf(entryId, attempt, id)) ?? null
    },
    async receiptsSealedBy(prefixes, after, limit) {
      return [...receipts.values()]
        .filter(({ sealed }) => prefixes.some((prefix) => sealed.startsWith(prefix)))
        .filter((receipt) => after === null || compareKeys(receipt, after) > 0)
        .sort(compareKeys)
        .slice(0, limit)
        .map((receipt) => SealedReceipt.parse(receipt))
    },
    async replaceReceipt(from, sealed) {
      const key = keyOf(from.entryId, from.attempt, from.id)
      const stored = receipts.get(key)
      if (stored?.sealed === from.sealed) receipts.set(key, { ...stored, sealed })
    },
  }
}
