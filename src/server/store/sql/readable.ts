import type { UnreadableRow } from '../store.ts'
import type { Row } from './statement.ts'

/** Called with each row that is skipped. */
export type OnUnreadable = (row: UnreadableRow) => void

/** A stored row that this version cannot read. The message names no value of the row. */
export class UnreadableRowError extends Error {
  override readonly name = 'UnreadableRowError'
  /** What to do about it. */
  readonly docs = 'docs/errors.md#unreadablerowerror'
}

/** Parses one row. Throws `UnreadableRowError`: the error of the parser may contain what the row says. */
export const parsed =
  <T>(table: UnreadableRow['table'], parse: (row: Row) => T): ((row: Row) => T) =>
  (row) => {
    try {
      return parse(row)
    } catch {
      throw new UnreadableRowError(
        `The row ${String(row['id'])} of "${table}" cannot be read: it is damaged, or a newer version of Paypane has written it.`,
      )
    }
  }

/** The row as an array of one; empty if it cannot be read, so that it does not hide the others. */
export function readable<T>(parse: (row: Row) => T, row: Row): [T] | [] {
  try {
    return [parse(row)]
  } catch (error) {
    if (error instanceof UnreadableRowError) return []
    throw error
  }
}
