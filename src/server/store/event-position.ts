/** Where an event stands in the list of all events: by time, and within an entry by sequence number. */
export interface EventPosition {
  at: number
  seq: number
  id: string
}

/** A cursor that stays valid when its event is deleted. */
export const cursorOf = ({ at, seq, id }: EventPosition): string => `${at}.${seq}.${id}`

/** The position of a cursor; of any other text, one before all events. */
export function positionAt(cursor: string): EventPosition {
  const [, at = '-1', seq = '0', id = ''] = /^(\d{1,15})\.(\d{1,9})\.(\w{1,64})$/.exec(cursor) ?? []
  return { at: Number(at), seq: Number(seq), id }
}

export const comparePositions = (a: EventPosition, b: EventPosition): number =>
  a.at - b.at || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
