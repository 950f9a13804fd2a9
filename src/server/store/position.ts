import { z } from 'zod'

/** Where a row stands in a list: by time, then by its sequence number (0 where rows have none) and id. */
export const Position = z.object({ at: z.number(), seq: z.number(), id: z.string() })
export type Position = z.infer<typeof Position>

/** A cursor that stays valid when its row is deleted. */
export const cursorOf = ({ at, seq = 0, id }: Omit<Position, 'seq'> & { seq?: number }): string =>
  `${at}.${seq}.${id}`

const pattern = /^(\d{1,15})\.(\d{1,9})\.([\w-]{1,64})$/

export const isCursor = (text: string): boolean => pattern.test(text)

/** The position of a cursor; of any other text, one before all rows. */
export function positionAt(cursor: string): Position {
  const [, at = '-1', seq = '0', id = ''] = pattern.exec(cursor) ?? []
  return { at: Number(at), seq: Number(seq), id }
}

export const comparePositions = (a: Position, b: Position): number =>
  a.at - b.at || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
