import { statusTones } from '../words/status.ts'
import { StatusIcon } from './status-icon.tsx'

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
