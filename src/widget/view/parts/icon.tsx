import type { Tone } from '../model.ts'

/** Lines on a grid of 24 units, in the color of the text. */
const paths = {
  transfer: 'M4 10h16l-8-6zM6 10v7m4-7v7m4-7v7m4-7v7M4 20h16',
  card: 'M3 6h18v12H3zm0 4h18M6 15h4',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  tick: 'm7 12 4 4 6-7',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

/** A mark in a ring: paid, or a warning. The ring of a screen that waits turns. */
const marks: Readonly<Record<Exclude<Tone, 'neutral'>, string>> = {
  active: '',
  success: paths.tick,
  warning: 'M12 7v6m0 3.5v.5',
}

export const StatusIcon = ({ tone }: { tone: keyof typeof marks }) => (
  <svg class="icon status-icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d={marks[tone]} />
  </svg>
)
