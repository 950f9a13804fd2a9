import { useEffect, useRef, useState } from 'preact/hooks'
import { Controls } from './controls.tsx'
import { addressOf, type Choice, looksOf, readChoice } from './looks.ts'
import { Screen } from './screen.tsx'
import { groups } from './states.ts'

declare const __LOCALES__: readonly string[]

/** Every state of the pane in the looks that are chosen; the choice is in the address. */
export function Gallery() {
  const [choice, setChoice] = useState(() => readChoice(location.search, __LOCALES__))
  const waiting = useRef<Promise<void>[]>([])
  const shown = groups
    .map(({ name, states }) => ({
      name,
      states: states.filter((state) => choice.state === null || state.name === choice.state),
    }))
    .filter(({ states }) => states.length > 0)

  useEffect(() => history.replaceState(history.state, '', addressOf(choice) + location.hash), [choice])
  // Children come first: their panes are on their way by now.
  useEffect(() => sayWhenReady(waiting.current.splice(0)))

  return (
    <div class="gallery">
      <a class="skip" href="#screens">
        Skip to the screens
      </a>
      <header class="top">
        <div class="brand">
          <h1>Every screen</h1>
          <p class="brand-words">Real panes, each held in its state by a server in this page.</p>
        </div>
        <a class="plain" href="./">
          To the demo
        </a>
      </header>
      <Controls
        choice={choice}
        locales={__LOCALES__}
        change={(changed) => setChoice({ ...choice, ...changed })}
      />
      <Index choice={choice} />
      <main id="screens" tabIndex={-1}>
        {shown.map(({ name, states }) => (
          <section key={name} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            {states.map((state) => (
              <Screen
                key={state.name}
                state={state}
                looks={looksOf(choice)}
                alone={addressOf({ ...choice, state: state.name })}
                wait={(reached) => waiting.current.push(reached)}
              />
            ))}
          </section>
        ))}
        {shown.length === 0 && <p class="none">There is no state “{choice.state}”.</p>}
      </main>
    </div>
  )
}

/** The way to each state: a jump on the page, or to that state alone where one is shown alone. */
function Index({ choice }: { choice: Choice }) {
  const isAlone = choice.state !== null
  return (
    <nav class="index" aria-label="States">
      <details open={innerWidth >= 1000}>
        <summary>States</summary>
        {isAlone && <a href={addressOf({ ...choice, state: null })}>All of them</a>}
        {groups.map(({ name, states }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {states.map((state) => (
                <li key={state.name}>
                  <a
                    href={isAlone ? addressOf({ ...choice, state: state.name }) : `#${state.name}`}
                    aria-current={choice.state === state.name ? 'page' : undefined}
                  >
                    {state.name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  )
}

const idOf = (group: string) => group.toLowerCase().replaceAll(' ', '-')

/** For whoever takes pictures: `data-ready` once all panes are in their states, or what kept one from it. */
function sayWhenReady(waiting: readonly Promise<void>[]): void {
  if (waiting.length === 0) return
  const { dataset } = document.documentElement
  delete dataset['ready']
  Promise.all(waiting).then(
    () => {
      dataset['ready'] = 'yes'
    },
    (cause: unknown) => {
      dataset['ready'] = String(cause)
    },
  )
}
