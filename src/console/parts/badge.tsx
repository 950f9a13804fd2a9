import type { ComponentChildren } from 'preact'
import { statusTones, type Tone } from '../texts/status.ts'

interface BadgeProps {
  status: keyof typeof statusTones
  label?: string
  tone?: Tone
}

export function Badge({ status, label, tone = statusTones[status] }: BadgeProps) {
  return (
    <span class={`badge ${tone}`}>
      <StatusIcon tone={tone} />
      {label ?? status.replace('_', ' ')}
    </span>
  )
}

/** A label that an operator should notice. */
export function Mark({ children }: { children: ComponentChildren }) {
  return <span class="badge mark">{children}</span>
}

export const ReviewBadge = () => <Mark>needs review</Mark>

const paths = { success: 'M4 10.5l4 4 8-9', warning: 'M10 4v7.5M10 15.2v.3' } as const

/** A tick for success, an exclamation mark for a warning, a circle for the rest. */
export function StatusIcon({ tone }: { tone: Tone }) {
  return (
    <svg class={`status-icon ${tone}`} viewBox="0 0 20 20" aria-hidden="true">
      {tone === 'success' || tone === 'warning' ? <path d={paths[tone]} /> : <circle cx="10" cy="10" r="6" />}
    </svg>
  )
}
