import { useEffect, useState } from 'preact/hooks'
import type { Backend } from '../backend/backend.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { CodePanel } from './code-panel.tsx'
import { ConsolePanel } from './console-panel.tsx'
import type { Demo } from './demo-state.ts'
import { Preview } from './preview.tsx'
import { useRemoteControl } from './remote-control.ts'
import { RemotePanel } from './remote-panel.tsx'
import { currentSettings, type Settings, saveSettings } from './settings.ts'
import { SettingsBar } from './settings-bar.tsx'
import { Tabs } from './tabs.tsx'
import { TopBar } from './top-bar.tsx'
import { TrafficPanel } from './traffic-panel.tsx'

interface Props {
  backend: Backend
  demo: Demo
}

const panels = [
  ['traffic', 'Live traffic'],
  ['activity', 'Activity'],
  ['code', 'Code'],
] as const
const consoleTab = ['console', 'Console'] as const
type Panel = (typeof panels)[number][0] | (typeof consoleTab)[0]

export function App({ backend, demo }: Props) {
  const [settings, setSettings] = useState(currentSettings)
  const [panel, setPanel] = useState<Panel>('traffic')
  const [, rerender] = useState(0)

  useEffect(() => demo.subscribe(() => rerender((count) => count + 1)), [demo])
  useEffect(() => {
    saveSettings(settings)
    document.documentElement.dataset['theme'] = settings.theme
  }, [settings])
  useEffect(() => void demo.applySettings(settings), [demo, settings])

  const changeSettings = (changes: Partial<Settings>) =>
    setSettings((current) => ({ ...current, ...changes }))
  const control = useRemoteControl({ backend, demo, settings })
  const { state } = demo
  return (
    <div class={settings.presenting ? 'demo presenting' : 'demo'}>
      <TopBar control={control} error={state.error} settings={settings} change={changeSettings} />
      {!settings.presenting && <SettingsBar settings={settings} change={changeSettings} />}
      <main class="board" data-frame={settings.frame}>
        {!settings.presenting && <RemotePanel control={control} state={state} />}
        <Preview backend={backend} demo={demo} settings={settings} change={changeSettings} />
        {!settings.presenting && (
          <Tabs
            label="Behind the page"
            tabs={backend.getOperatorAccess ? [...panels, consoleTab] : panels}
            selected={panel}
            onSelect={setPanel}
          >
            {panel === 'traffic' && <TrafficPanel state={state} />}
            {panel === 'activity' && <ActivityPanel state={state} />}
            {panel === 'code' && <CodePanel settings={settings} />}
            {panel === 'console' && backend.getOperatorAccess && (
              <ConsolePanel getAccess={backend.getOperatorAccess} checkout={state.view?.id ?? null} />
            )}
          </Tabs>
        )}
      </main>
    </div>
  )
}
