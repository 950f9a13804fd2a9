/** How things stand, as the mark and the thread show it. */
export type Tone = 'open' | 'moving' | 'good' | 'care'

const signs: Readonly<Record<Tone, string>> = { open: '○', moving: '○', good: '✓', care: '!' }

/** The sign before the heading: a ring while something goes on, a tick when paid, a stroke where care is needed. */
export function Mark({ tone }: { tone: Tone }) {
  return (
    <b class="mark" aria-hidden="true">
      {signs[tone]}
    </b>
  )
}
