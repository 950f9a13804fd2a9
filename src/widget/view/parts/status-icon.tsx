import type { Tone } from '../screen-content.ts'

/** A mark in a ring: the payer's turn, paid, or a warning. The ring of a screen that waits turns. */
const marks: Readonly<Record<Tone, string>> = {
  neutral: 'm10 8 4 4-4 4',
  active: '',
  success: 'm7 12 4 4 6-7',
  warning: 'M12 7v6m0 3.5v.5',
}

export const StatusIcon = ({ tone }: { tone: Tone }) => (
  <svg class="icon status-icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d={marks[tone]} />
  </svg>
)
