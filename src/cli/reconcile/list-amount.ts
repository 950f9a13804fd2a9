import { readAmount } from '../../service/amount.ts'

/** An amount as a list writes it: `1250.00`, `1250,00`, `1 250,00`. */
export interface ListAmount {
  /** Read with its mark as the decimal mark. */
  value: string
  /** The comma or point before its last digits. */
  mark: string | undefined
  /** Whether the mark could also separate thousands: `1,250` and `1.250` could be 1250. */
  isAmbiguous: boolean
}

/** Null for text that is not an amount. */
export function readListAmount(text: string): ListAmount | null {
  const compact = text.replace(/[\s\u00A0\u202F']/g, '')
  const value = /^\d+,\d+$/.test(compact) ? compact.replace(',', '.') : compact
  if (readAmount(value) === null) return null
  return {
    value,
    mark: /[.,](?=\d+$)/.exec(compact)?.[0],
    // Thousands that a space separates are not separated by the mark.
    isAmbiguous: /^[1-9]\d{0,2}[.,]\d{3}$/.test(text),
  }
}
