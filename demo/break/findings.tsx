import { mutants } from '../../test/simulator/mutants.ts'
import { type Guard, guards } from './guards.ts'
import { clockText, type History } from './history.ts'

interface Props {
  history: History
  guard: Guard | null
  select(payer: number): void
}

const shown = 8

/** The rules of money that were broken, with the orders that did it. */
export function Findings({ history: { violations }, guard, select }: Props) {
  if (guard === null && violations.length === 0) return null
  const removed = guard === null ? undefined : mutants.find(({ undoes }) => undoes === guards[guard].undoes)
  // Those that concern money first.
  const first = violations
    .toSorted((a, b) => Number(a.harm === 'other') - Number(b.harm === 'other'))
    .slice(0, shown)
  return (
    <section class="findings" aria-labelledby="findings-name">
      <h2 id="findings-name">{violations.length === 0 ? 'No rule is broken yet' : 'Rules broken'}</h2>
      {removed && (
        <>
          <p>Taken out of the server: what goes wrong now went right before, with the same seed.</p>
          <pre>
            {removed.file}
            {'\n'}
            <del>- {removed.from.trim()}</del>
            {removed.to !== '' && (
              <>
                {'\n'}
                <ins>+ {removed.to.trim()}</ins>
              </>
            )}
          </pre>
        </>
      )}
      <ul>
        {first.map(({ at, payer, rule }) => (
          <li key={`${payer} ${rule}`}>
            <time>{clockText(at)}</time>{' '}
            {payer !== null && (
              <button type="button" class="button-plain" onClick={() => select(payer)}>
                Order {payer + 1}
              </button>
            )}{' '}
            <code>{rule.split(': [')[0]?.slice(0, 220)}</code>
          </li>
        ))}
      </ul>
      {violations.length > shown && <p>and {violations.length - shown} more</p>}
    </section>
  )
}
