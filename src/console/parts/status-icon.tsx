/** How things stand, as marks and threads show it. */
export type Tone = 'open' | 'moving' | 'good' | 'care'

const paths = { good: 'M4 10.5l4 4 8-9', care: 'M10 4v7.5M10 15.2v.3' } as const

/** A ring while something goes on, a tick when it is well, a stroke where care is needed. */
export function StatusIcon({ tone }: { tone: Tone }) {
  return (
    <svg class={`mark ${tone}`} viewBox="0 0 20 20" aria-hidden="true">
      {tone === 'good' || tone === 'care' ? <path d={paths[tone]} /> : <circle cx="10" cy="10" r="6" />}
    </svg>
  )
}
