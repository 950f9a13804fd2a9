import { useState } from 'preact/hooks'
import type { Dot } from '../../test/simulator/crowd-story.ts'

/** What each colour means, in the order of the legend. */
export const dotNames: Record<Dot, string> = {
  waiting: 'not there yet',
  open: 'on the page',
  payable: 'sees where to pay',
  sent: 'has paid, not known yet',
  paid: 'paid',
  short: 'paid less than asked',
  failed: 'failed',
  expired: 'did not pay in time',
  review: 'waits for an operator',
  lost: 'lost',
  doubled: 'doubled',
}
const legend = Object.entries(dotNames)

interface Props {
  dots: readonly Dot[]
  selected: number | null
  select(payer: number): void
}

/** One dot for each payer: one stop of the Tab key, then the arrow keys. */
export function Crowd({ dots, selected, select }: Props) {
  const [focused, setFocused] = useState(0)
  const choose = (payer: number): void => {
    setFocused(payer)
    select(payer)
  }
  function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
    const { children } = event.currentTarget
    const to = nextIndex(event.key, focused, children)
    const next = to === null ? null : children[to]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    setFocused(to ?? 0)
    next.focus()
  }
  return (
    <section class="crowd" aria-labelledby="crowd-name">
      <h2 id="crowd-name">{dots.length} payers: press one for its story</h2>
      <div class="dots" role="toolbar" aria-label="Payers" onKeyDown={onKeyDown}>
        {[...dots.entries()].map(([payer, dot]) => (
          <DotButton
            key={payer}
            {...{ payer, dot, choose }}
            isSelected={payer === selected}
            isStop={payer === focused}
          />
        ))}
      </div>
      <ul class="legend">
        {legend.map(([dot, name]) => {
          const count = dots.filter((one) => one === dot).length
          return (
            <li key={dot} class={count === 0 ? 'is-empty' : ''}>
              <i class={`dot ${dot}`} /> {name} <b>{count}</b>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface DotProps {
  payer: number
  dot: Dot
  isSelected: boolean
  isStop: boolean
  choose(payer: number): void
}

const DotButton = ({ payer, dot, isSelected, isStop, choose }: DotProps) => (
  <button
    type="button"
    tabIndex={isStop ? 0 : -1}
    aria-pressed={isSelected}
    aria-label={`Order ${payer + 1}: ${dotNames[dot]}`}
    onClick={() => choose(payer)}
  >
    <i class={`dot ${dot}`} />
  </button>
)

/** Up and down: by the number of dots in a row, which depends on the width. */
function nextIndex(key: string, from: number, all: HTMLCollection): number | null {
  const top = (index: number): number => all[index]?.getBoundingClientRect().top ?? 0
  const firstBelow = [...all].findIndex((_, index) => top(index) > top(0))
  const perRow = firstBelow < 1 ? all.length : firstBelow
  const moves: Record<string, number> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + perRow,
    ArrowUp: from - perRow,
    Home: 0,
    End: all.length - 1,
  }
  const to = moves[key]
  return to === undefined ? null : Math.min(all.length - 1, Math.max(0, to))
}
