import { useEffect, useState } from 'preact/hooks'
import type { Backend } from '../backend/backend.ts'
import { ConsolePanel } from './console-panel.tsx'
import type { Demo } from './demo-state.ts'
import { DeviceChoice } from './device-choice.tsx'
import { LazyCodePanel } from './lazy-code-panel.tsx'
import { LivePicture } from './live-picture.tsx'
import { Preview } from './preview.tsx'
import { useRemoteControl } from './remote-control.ts'
import { RemotePanel } from './remote-panel.tsx'
import { currentSettings, type Settings, saveSettings } from './settings.ts'
import { SettingsBar } from './settings-bar.tsx'
import { StoryPanel } from './story-panel.tsx'
import { Tabs } from './tabs.tsx'
import { TopBar } from './top-bar.tsx'
import { useTour } from './tour/tour.ts'
import { TourCaption, TourPanel } from './tour/tour-panel.tsx'

interface Props {
  backend: Backend
  demo: Demo
}

const panels = [
  ['story', 'Story'],
  ['code', 'Code'],
] as const
const consoleTab = ['console', 'Console'] as const
type Panel = (typeof panels)[number][0] | (typeof consoleTab)[0]

export function App({ backend, demo }: Props) {
  const [settings, setSettings] = useState(currentSettings)
  const [panel, setPanel] = useState<Panel>('story')
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
  const tour = useTour({ backend, demo, settings })
  const { state } = demo
  return (
    <div class={settings.presenting ? 'demo presenting' : 'demo'}>
      <TopBar control={control} tour={tour} error={state.error} settings={settings} change={changeSettings} />
      {!settings.presenting && (
        <section class="bar" aria-label="Settings">
          <SettingsBar settings={settings} change={changeSettings} />
          <DeviceChoice frame={settings.frame} change={changeSettings} />
        </section>
      )}
      <main class="board" data-frame={settings.frame}>
        {!settings.presenting &&
          (tour.current ? (
            <TourPanel tour={tour} error={state.error} />
          ) : (
            <RemotePanel control={control} state={state} tour={tour} />
          ))}
        <LivePicture state={state} />
        <Preview backend={backend} demo={demo} settings={settings} />
        {!settings.presenting && (
          <Tabs
            label="Behind the page"
            tabs={backend.console ? [...panels, consoleTab] : panels}
            selected={panel}
            onSelect={setPanel}
          >
            {panel === 'story' && <StoryPanel state={state} />}
            {panel === 'code' && <LazyCodePanel settings={settings} />}
            {panel === 'console' && backend.console && (
              <ConsolePanel url={backend.console} checkout={state.view?.id ?? null} />
            )}
          </Tabs>
        )}
      </main>
      {settings.presenting && <TourCaption tour={tour} error={state.error} />}
    </div>
  )
}
