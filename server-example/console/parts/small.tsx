import type { Money } from 'paypane/contract'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Failure } from '../api.ts'
import { instant, moneyText, timeText } from '../format.ts'
import { toneOf } from '../words/status.ts'
import { Mark } from './mark.tsx'

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

export function Sum({ of }: { of: Money | null }) {
  return of === null ? <span class="none">–</span> : <span class="sum">{moneyText(of)}</span>
}

export function Moment({ at }: { at: string }) {
  const ms = instant(at)
  if (Number.isNaN(ms)) return <span>{at}</span>
  const exact = new Date(ms).toISOString()
  return (
    <time class="moment" dateTime={exact} title={exact}>
      {timeText(at)}
    </time>
  )
}

export function Badge({ status, words }: { status: keyof typeof toneOf; words?: string }) {
  return (
    <span class={`badge ${toneOf[status]}`}>
      <Mark tone={toneOf[status]} />
      {words ?? status}
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
export function Trouble({ failure, again }: { failure: Failure | null; again?: () => void }) {
  if (failure === null) return null
  return (
    <div class="trouble" role="alert">
      <Mark tone="care" />
      <p>{failure.message}</p>
      {again !== undefined && (
        <button type="button" class="quiet" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

/** A term with what is known of it. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
