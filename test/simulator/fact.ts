import type { Entry } from '../../src/server/rules/model.ts'

/** What an observer of a world sees. `subject`: a checkout, an order or either id of an attempt. */
export type Fact =
  | { type: 'history'; conditions: string[] }
  | { type: 'move'; text: string }
  | { type: 'stored'; server: string; entry: Entry }
  | { type: 'event'; subject: string; event: string }
  | { type: 'shown'; subject: string; status: string }
  | { type: 'callback'; subject: string; status: string; fate: 'lost' | 'received' | 'not acknowledged' }
  | { type: 'create' | 'lookup'; subject: string; server: string; status: number | null }
  | { type: 'interrupted'; subject: string; server: string }
  | { type: 'stopped'; server: string; how: 'crash' | 'freeze'; ms: number }
  | { type: 'lost'; subject: string }
