import type { ComponentChildren } from 'preact'
import { statusTones } from '../texts/status.ts'
import { StatusIcon } from './status-icon.tsx'

export function Badge({ status, label }: { status: keyof typeof statusTones; label?: string }) {
  return (
    <span class={`badge ${statusTones[status]}`}>
      <StatusIcon tone={statusTones[status]} />
      {label ?? status.replace('_', ' ')}
    </span>
  )
}

/** A label that an operator should notice. */
export function Mark({ children }: { children: ComponentChildren }) {
  return <span class="badge mark">{children}</span>
}

export const ReviewBadge = () => <Mark>needs review</Mark>
