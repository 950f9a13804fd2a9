import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Money } from '../../contract/index.ts'
import { formatAge, formatTime, groupDigits, parseTime } from '../format.ts'

/** The digits stay on one line; the currency may follow on the next. */
export function Amount({ amount }: { amount: Money | null }) {
  return amount === null ? (
    <span class="placeholder">–</span>
  ) : (
    <span class="amount">
      {groupDigits(amount.value)} {amount.currency}
    </span>
  )
}

/** `relative`: of the last day how long ago, otherwise the time. `since`: without the date on the same day. */
export function Timestamp({ time, relative, since }: { time: string; relative?: boolean; since?: string }) {
  const ms = parseTime(time)
  if (Number.isNaN(ms)) return <span>{time}</span>
  const iso = new Date(ms).toISOString()
  return (
    <time class="timestamp" dateTime={iso} title={relative ? formatTime(time) : iso}>
      {relative ? formatAge(time, Date.now()) : formatTime(time, since)}
    </time>
  )
}

/** A complete id with a button that copies it, or selects it if the browser forbids copying. */
export function Id({ children }: { children: string | null }) {
  const code = useRef<HTMLElement>(null)
  const isCopied = useSignal(false)
  if (children === null) return <span class="placeholder">–</span>
  async function copy(): Promise<void> {
    isCopied.value = await writeToClipboard(children ?? '')
    if (!isCopied.value && code.current !== null) getSelection()?.selectAllChildren(code.current)
  }
  return (
    <>
      <code class="id" ref={code}>
        {children}
      </code>{' '}
      <button
        type="button"
        class="copy"
        aria-label={`${isCopied.value ? 'Copied' : 'Copy'} ${children}`}
        onClick={() => void copy()}
      >
        {isCopied.value ? 'Copied' : 'Copy'}
      </button>
    </>
  )
}

/** Returns false if the browser forbids it. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** A term and its value in a description list. */
export function FieldRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="field-row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
