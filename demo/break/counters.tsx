import { clockText, type History, harmed } from './history.ts'

/** The two numbers that stay at zero. */
export function Counters({ history, isPaused }: { history: History; isPaused: boolean }) {
  const { violations } = history
  const lost = harmed(history, 'lost').length
  const doubled = harmed(history, 'doubled').length
  const other = violations.filter(({ harm }) => harm === 'other').length
  return (
    <section class="counters" aria-label="Result">
      <div class="zeros">
        <Zero name="lost" value={lost} />
        <Zero name="doubled" value={doubled} />
      </div>
      <p class="phase" role="status">
        {isPaused && history.phase !== 'over'
          ? 'Paused. Press Play.'
          : phaseText(history, lost + doubled + other)}
      </p>
    </section>
  )
}

/** What happened meanwhile. */
export function Figures({ history: { at, counts, dots } }: { history: History }) {
  return (
    <section class="figures" aria-label="Meanwhile">
      <dl>
        {[
          ['Time', clockText(at)],
          ['Paid', dots.filter((dot) => dot === 'paid').length],
          ['Callbacks lost', counts.lostCallbacks],
          ['Servers killed', counts.kills],
          ['Lookups', counts.lookups],
          ['Books checked', counts.checks],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Zero = ({ name, value }: { name: string; value: number }) => (
  <p class={value === 0 ? 'zero' : 'zero broken'}>
    <b>{value}</b> {name}
  </p>
)

function phaseText({ phase }: History, broken: number): string {
  switch (phase) {
    case 'payers':
      return 'People are paying.'
    case 'settling':
      return 'The faults have ended. Everything that is open must end well.'
    case 'over':
      return broken === 0
        ? 'The books agree: every payment is where it belongs.'
        : 'The books do not agree. Open an order below to see why.'
  }
}
