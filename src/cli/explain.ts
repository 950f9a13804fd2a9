import { type ActionCode, explainActionCode, parseActionCode } from '../service/action-code.ts'
import type { HistoryItem } from '../service/order.ts'
import { LenientHistory, tryParseJson } from '../service/wire-schemas.ts'

/** An entry of a payment's history with a description of its action code. */
interface ExplainedCode extends HistoryItem {
  code: string
  meaning: string
}

export const explainCodes = (codes: readonly string[]): ExplainedCode[] =>
  codes.map((code) => explainItem({ time: null, action: null, code: code.trim() }))

/** Explains a pasted history: a status response, a callback, the array alone, or any text with codes, such as a log. */
export function explainPasted(text: string): ExplainedCode[] {
  const items = [...historyItems(tryParseJson(text))]
  return items.length > 0 ? items.map(explainItem) : explainCodes(text.match(codePattern) ?? [])
}

const codePattern = /(?<![\d.])\d+\.\d+\.\d+\.\d+(?!\.?\d)/g

function explainItem(item: HistoryItem): ExplainedCode {
  const code = item.code ?? ''
  return { ...item, code, meaning: code === '' ? 'No action code.' : explainActionCode(code) }
}

function* historyItems(value: unknown): Generator<HistoryItem> {
  if (typeof value !== 'object' || value === null) return
  if ('newCode' in value || 'NewCode' in value) yield* LenientHistory.parse([value])
  else for (const member of Object.values(value)) yield* historyItems(member)
}

type ExplainedData = ActionCode & Omit<ExplainedCode, 'code'>

/** For `--json`: the parsed code and its description. */
export const toExplainedData = (items: readonly ExplainedCode[]): ExplainedData[] =>
  items.map(({ time, action, meaning, code }) => ({ ...parseActionCode(code), time, action, meaning }))

/** The outcome of a history: a success, which is never taken back, else the last failure; null while there is none. */
function outcomeOf(items: readonly ExplainedCode[]): string | null {
  const withState = (wanted: string) =>
    items.findLast(({ code }) => {
      const parsed = parseActionCode(code)
      return parsed.format === 'v2' && parsed.state === wanted
    })
  return (withState('success') ?? withState('failed'))?.meaning.replace(/: [^:]*$/, '.') ?? null
}

/** For a terminal: the outcome of several steps, then each step, aligned. */
export function toExplainedLines(items: readonly ExplainedCode[]): string[] {
  const outcome = items.length > 1 && items.some(({ action }) => action !== null) ? outcomeOf(items) : null
  const lines = stepLines(items)
  return outcome === null ? lines : [outcome, '', ...lines]
}

function stepLines(items: readonly ExplainedCode[]): string[] {
  const width = Math.max(...items.map(({ code }) => code.length))
  return items.map(({ time, action, code, meaning }) =>
    [time, code.padEnd(width), meaning, action === null ? null : `[${action}]`]
      .filter((part) => part !== null)
      .join('  '),
  )
}
