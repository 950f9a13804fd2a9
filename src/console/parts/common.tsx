import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Money } from '../../contract/index.ts'
import type { ApiError } from '../api.ts'
import { formatMoney, formatTime, parseTime } from '../format.ts'
import { statusTones } from '../words/status.ts'
import { StatusIcon } from './status-icon.tsx'

/** The page's heading. It takes the focus, so that a screen reader says where the operator has come to. */
export function Heading({ children, title }: { children: ComponentChildren; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = `${title} · Paypane console`
    heading.current?.focus()
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

export function Amount({ amount }: { amount: Money | null }) {
  return amount === null ? <span class="none">–</span> : <span class="sum">{formatMoney(amount)}</span>
}

export function Timestamp({ time }: { time: string }) {
  const ms = parseTime(time)
  if (Number.isNaN(ms)) return <span>{time}</span>
  const iso = new Date(ms).toISOString()
  return (
    <time class="moment" dateTime={iso} title={iso}>
      {formatTime(time)}
    </time>
  )
}

export function Badge({ status, label }: { status: keyof typeof statusTones; label?: string }) {
  return (
    <span class={`badge ${statusTones[status]}`}>
      <StatusIcon tone={statusTones[status]} />
      {label ?? status}
    </span>
  )
}

export function ReviewBadge() {
  return <span class="badge review">needs review</span>
}

/** The name of a thing, whole: one click chooses it for copying. */
export function Id({ children }: { children: string | null }) {
  return children === null ? <span class="none">–</span> : <code class="id">{children}</code>
}

/** What went wrong between console and server. What is shown beside it is as it was before. */
export function ErrorAlert({ failure, onRetry }: { failure: ApiError | null; onRetry?: () => void }) {
  if (failure === null) return null
  return (
    <div class="trouble" role="alert">
      <StatusIcon tone="care" />
      <p>{failure.message}</p>
      {onRetry !== undefined && (
        <button type="button" class="quiet" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** A term with what is known of it. */
export function FieldRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
