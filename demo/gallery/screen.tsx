import { useEffect, useRef } from 'preact/hooks'
import { languageName } from '../app/language.ts'
import { mountState } from './mount-state.ts'
import { stateSummary } from './state-summary.ts'
import type { State } from './states.ts'
import type { Variant } from './variants.ts'

interface Props {
  state: State
  variants: readonly Variant[]
  /** The URL that shows only this state. */
  permalink: string
  addPending: (ready: Promise<void>) => void
}

/** A state with its name, its summary, and the widget in each variant. */
export function Screen({ state, variants, permalink, addPending }: Props) {
  return (
    <article id={state.name} class="state-screen" aria-labelledby={`${state.name}-name`}>
      <header>
        <h3 id={`${state.name}-name`}>
          <a href={permalink}>{state.title}</a>
        </h3>
        <p>{stateSummary(state)}</p>
      </header>
      <div class="frames">
        {variants.map((variant) => (
          <VariantFrame
            key={`${variant.theme} ${variant.locale} ${variant.width}`}
            state={state}
            variant={variant}
            isOnly={variants.length === 1}
            addPending={addPending}
          />
        ))}
      </div>
      {typeof state.response === 'object' && (
        <details class="view-json">
          <summary>The view from the server</summary>
          <pre>{JSON.stringify(state.response, null, 2)}</pre>
        </details>
      )}
    </article>
  )
}

interface VariantFrameProps {
  state: State
  variant: Variant
  isOnly: boolean
  addPending: (ready: Promise<void>) => void
}

function VariantFrame({ state, variant: { theme, locale, width }, isOnly, addPending }: VariantFrameProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!container.current) return
    const { ready, unmount } = mountState(container.current, state, { theme, locale })
    addPending(ready)
    return unmount
  }, [state, theme, locale, addPending])
  return (
    <figure class={theme}>
      <div class="container" style={{ width: `${width}px` }} ref={container} />
      {!isOnly && (
        <figcaption>
          {width} px, {theme}, {languageName(locale)}
        </figcaption>
      )}
    </figure>
  )
}
