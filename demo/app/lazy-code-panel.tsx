import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Settings } from './settings.ts'

type Panel = FunctionComponent<{ settings: Settings }>

/** Loads the snippets when their tab is opened. */
export function LazyCodePanel({ settings }: { settings: Settings }) {
  const [panel, setPanel] = useState<{ Panel: Panel } | null>(null)
  useEffect(() => {
    void import('./code-panel.tsx').then(({ CodePanel }) => setPanel({ Panel: CodePanel }))
  }, [])
  return panel && <panel.Panel settings={settings} />
}
