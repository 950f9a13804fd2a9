import type { Step } from '../timeline.ts'
import { Moment } from './small.tsx'

/** What happened between shop, Paypane and service: drawn as who spoke to whom, and said in words. */
export function Timeline({ steps, attempts }: { steps: readonly Step[]; attempts: number }) {
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      <div class="lanes" aria-hidden="true">
        <span>Shop</span>
        <span>Paypane</span>
        <span>Service</span>
      </div>
      <ol class="timeline">
        {steps.map((step) => (
          <li
            key={step.id}
            class={[step.lane, step.care && 'care', step.same && 'same'].filter(Boolean).join(' ')}
          >
            <i aria-hidden="true" />
            <p>
              {!step.same && (
                <span class="when">
                  {step.at !== null && <Moment at={step.at} />}
                  {step.later !== '' && ` · ${step.later} later`}
                  {attempts > 1 && ` · attempt ${step.attempt}`}
                </span>
              )}
              {step.words} {step.code !== null && <code>{step.code}</code>}
            </p>
          </li>
        ))}
      </ol>
      {steps.length === 0 && <p class="quiet-line">Nothing has happened yet.</p>}
    </section>
  )
}
