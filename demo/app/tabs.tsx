import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

interface Props<Name extends string> {
  label: string
  tabs: readonly (readonly [Name, string])[]
  selected: Name
  onSelect: (name: Name) => void
  children: ComponentChildren
}

const stepByKey: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs with roving focus: one tab stop, arrow keys move between tabs. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(([name]) => name === selected) + (stepByKey[event.key] ?? 0)
    const next = tabs.at(index % tabs.length)
    if (!(event.key in stepByKey) || !next) return
    event.preventDefault()
    onSelect(next[0])
    list.current?.querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus()
  }
  return (
    <section class="panel" aria-label={label}>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(([name, text]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={selected === name}
            aria-controls="panel"
            tabIndex={selected === name ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id="panel" class="panel-body" role="tabpanel" aria-labelledby={`tab-${selected}`}>
        {children}
      </div>
    </section>
  )
}
