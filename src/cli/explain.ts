import { explain, parseActionCode } from '../service/action-code.ts'
import type { HistoryItem } from '../service/order.ts'
import { jsonOf, LenientHistory } from '../service/wire.ts'

/** One entry of a payment's history in words. */
export interface Explained extends HistoryItem {
  code: string
  meaning: string
}

/** Codes as they were typed. */
export const explainCodes = (codes: readonly string[]): Explained[] =>
  codes.map((code) => explained({ time: null, action: null, code: code.trim() }))

/**
 * A history as it was pasted: a status answer, a callback, the array alone, or any text with codes in it,
 * such as lines of a log.
 */
export function explainPasted(text: string): Explained[] {
  const items = [...historyItems(jsonOf(text))]
  return items.length > 0 ? items.map(explained) : explainCodes(text.match(codeInText) ?? [])
}

const codeInText = /(?<![\d.])\d+\.\d+\.\d+\.\d+(?!\.?\d)/g

function explained(item: HistoryItem): Explained {
  const code = item.code ?? ''
  return { ...item, code, meaning: code === '' ? 'No action code.' : explain(code) }
}

function* historyItems(value: unknown): Generator<HistoryItem> {
  if (typeof value !== 'object' || value === null) return
  if ('newCode' in value || 'NewCode' in value) yield* LenientHistory.parse([value])
  else for (const member of Object.values(value)) yield* historyItems(member)
}

/** As data, for `--json`: what was read of the code beside the sentence. */
export const explainedData = (items: readonly Explained[]) =>
  items.map(({ time, action, meaning, code }) => ({ ...parseActionCode(code), time, action, meaning }))

/** As lines, in columns. */
export function explainedLines(items: readonly Explained[]): string[] {
  const width = Math.max(...items.map(({ code }) => code.length))
  return items.map(({ time, action, code, meaning }) =>
    [time, code.padEnd(width), meaning, action === null ? null : `[${action}]`]
      .filter((part) => part !== null)
      .join('  '),
  )
}
