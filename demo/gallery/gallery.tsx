import { useEffect, useRef, useState } from 'preact/hooks'
import { Controls } from './controls.tsx'
import { Screen } from './screen.tsx'
import { groups } from './states.ts'
import { parseSelection, type Selection, searchOf, variantsOf } from './variants.ts'

declare const __LOCALES__: readonly string[]

/** Every state of the pane in the looks that are chosen; the choice is in the address. */
export function Gallery() {
  const [selection, setSelection] = useState(() => parseSelection(location.search, __LOCALES__))
  const pending = useRef<Promise<void>[]>([])
  const visibleGroups = groups
    .map(({ name, states }) => ({
      name,
      states: states.filter((state) => selection.state === null || state.name === selection.state),
    }))
    .filter(({ states }) => states.length > 0)

  useEffect(() => history.replaceState(history.state, '', searchOf(selection) + location.hash), [selection])
  // Children come first: their panes are on their way by now.
  useEffect(() => markReady(pending.current.splice(0)))

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
        selection={selection}
        locales={__LOCALES__}
        change={(changes) => setSelection({ ...selection, ...changes })}
      />
      <StateIndex selection={selection} />
      <main id="screens" tabIndex={-1}>
        {visibleGroups.map(({ name, states }) => (
          <section key={name} aria-labelledby={idOf(name)}>
            <h2 id={idOf(name)}>{name}</h2>
            {states.map((state) => (
              <Screen
                key={state.name}
                state={state}
                variants={variantsOf(selection)}
                permalink={searchOf({ ...selection, state: state.name })}
                addPending={(ready) => pending.current.push(ready)}
              />
            ))}
          </section>
        ))}
        {visibleGroups.length === 0 && <p class="none">There is no state “{selection.state}”.</p>}
      </main>
    </div>
  )
}

/** The way to each state: a jump on the page, or to that state alone where one is shown alone. */
function StateIndex({ selection }: { selection: Selection }) {
  const isSingle = selection.state !== null
  return (
    <nav class="index" aria-label="States">
      <details open={innerWidth >= 1000}>
        <summary>States</summary>
        {isSingle && <a href={searchOf({ ...selection, state: null })}>All of them</a>}
        {groups.map(({ name, states }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {states.map((state) => (
                <li key={state.name}>
                  <a
                    href={isSingle ? searchOf({ ...selection, state: state.name }) : `#${state.name}`}
                    aria-current={selection.state === state.name ? 'page' : undefined}
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
function markReady(pending: readonly Promise<void>[]): void {
  if (pending.length === 0) return
  const { dataset } = document.documentElement
  delete dataset['ready']
  Promise.all(pending).then(
    () => {
      dataset['ready'] = 'yes'
    },
    (cause: unknown) => {
      dataset['ready'] = String(cause)
    },
  )
}
