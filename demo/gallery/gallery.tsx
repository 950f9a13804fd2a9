import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Controls } from './controls.tsx'
import { Screen } from './screen.tsx'
import { groups } from './states.ts'
import { parseSelection, type Selection, searchOf, variantsOf } from './variants.ts'

declare const __LOCALES__: readonly string[]

/** Every state of the widget in the selected variants; the selection is in the URL. */
export function Gallery() {
  const [selection, setSelection] = useState(() => parseSelection(location.search, __LOCALES__))
  const pending = useRef<Promise<void>[]>([])
  const addPending = useCallback((ready: Promise<void>) => pending.current.push(ready), [])
  const visibleGroups = groups
    .map(({ name, states }) => ({
      name,
      states: states.filter((state) => selection.state === null || state.name === selection.state),
    }))
    .filter(({ states }) => states.length > 0)

  const variants = variantsOf(selection)

  useEffect(() => history.replaceState(history.state, '', searchOf(selection) + location.hash), [selection])
  // Effects of children run first, so all widgets have started.
  useEffect(() => markReady(pending.current.splice(0)))

  return (
    <div class="gallery">
      <a class="skip" href="#screens">
        Skip to the screens
      </a>
      <header class="top">
        <div class="brand">
          <h1>All screens</h1>
          <p class="tagline">Real widgets, each kept in its state by a fake server in this page.</p>
        </div>
        <a class="button-plain" href="./">
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
            <div
              class="screens"
              style={{ '--width': `${variants.length === 1 ? variants[0]?.width : 9999}px` }}
            >
              {states.map((state) => (
                <Screen
                  key={state.name}
                  state={state}
                  variants={variants}
                  permalink={searchOf({ ...selection, state: state.name })}
                  addPending={addPending}
                />
              ))}
            </div>
          </section>
        ))}
        {visibleGroups.length === 0 && <p class="empty">There is no state “{selection.state}”.</p>}
      </main>
    </div>
  )
}

/** Links to all states: anchors on this page, or URLs if only one state is shown. */
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
                    {state.title}
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

const [arrival] = performance.getEntriesByType('navigation')
/** A visitor who reloads the page or returns to it is where they were. */
let mayScroll = arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate'
const keepPlace = () => {
  mayScroll = false
}
for (const type of ['pointerdown', 'wheel', 'touchmove', 'keydown'])
  addEventListener(type, keepPlace, { once: true, passive: true })

/** The browser went to the state of the URL before the widgets above had their heights. Not once the visitor has moved. */
function scrollToTarget(): void {
  if (mayScroll && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  keepPlace()
}

/** Sets `data-ready` for screenshots: `yes` once all widgets are in their states, else the error. */
function markReady(pending: readonly Promise<void>[]): void {
  if (pending.length === 0) return
  const { dataset } = document.documentElement
  delete dataset['ready']
  Promise.all(pending).then(
    () => {
      dataset['ready'] = 'yes'
      scrollToTarget()
    },
    (cause: unknown) => {
      dataset['ready'] = String(cause)
    },
  )
}
