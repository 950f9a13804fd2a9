import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

interface Props<Name extends string> {
  label: string
  tabs: readonly (readonly [Name, string])[]
  chosen: Name
  choose: (name: Name) => void
  /** What the chosen tab shows. */
  children: ComponentChildren
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs as people with a keyboard expect them: one stop, and arrows between them. */
export function Tabs<Name extends string>({ label, tabs, chosen, choose, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent) => {
    const at = tabs.findIndex(([name]) => name === chosen) + (steps[event.key] ?? 0)
    const next = tabs.at(at % tabs.length)
    if (!(event.key in steps) || !next) return
    event.preventDefault()
    choose(next[0])
    list.current?.querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus()
  }
  return (
    <section class="panel" aria-label={label}>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
        {tabs.map(([name, text]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={chosen === name}
            aria-controls="panel"
            tabIndex={chosen === name ? 0 : -1}
            onClick={() => choose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id="panel" class="panel-body" role="tabpanel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </section>
  )
}
