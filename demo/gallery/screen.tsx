import { useEffect, useRef } from 'preact/hooks'
import { languageName } from '../app/language-name.ts'
import { factsOf } from './facts.ts'
import type { Look } from './looks.ts'
import { show } from './show.ts'
import type { State } from './states.ts'

interface Props {
  state: State
  looks: readonly Look[]
  /** The address that shows this state alone. */
  alone: string
  wait: (reached: Promise<void>) => void
}

/** A state by its name, what led to it, and the pane in it: once for each look. */
export function Screen({ state, looks, alone, wait }: Props) {
  return (
    <article id={state.name} class="screen-of" aria-labelledby={`${state.name}-name`}>
      <header>
        <h3 id={`${state.name}-name`}>
          <a href={alone}>{state.name}</a>
        </h3>
        <p>{factsOf(state)}</p>
      </header>
      <div class="frames">
        {looks.map((look) => (
          <Frame
            key={`${look.theme} ${look.locale} ${look.width}`}
            state={state}
            look={look}
            isOnly={looks.length === 1}
            wait={wait}
          />
        ))}
      </div>
      {typeof state.answer === 'object' && (
        <details class="said">
          <summary>The view that the server gave</summary>
          <pre>{JSON.stringify(state.answer, null, 2)}</pre>
        </details>
      )}
    </article>
  )
}

interface FrameProps {
  state: State
  look: Look
  isOnly: boolean
  wait: (reached: Promise<void>) => void
}

/** One pane, on a page of its own theme and as wide as it is said. */
function Frame({ state, look: { theme, locale, width }, isOnly, wait }: FrameProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to wait for it is not part of the look
  useEffect(() => {
    if (!place.current) return
    const { reached, leave } = show(place.current, state, { theme, locale })
    wait(reached)
    return leave
  }, [state, theme, locale])
  return (
    <figure class={theme}>
      <div class="place" style={{ width: `${width}px` }} ref={place} />
      {!isOnly && (
        <figcaption>
          {width} px, {theme}, {languageName(locale)}
        </figcaption>
      )}
    </figure>
  )
}
