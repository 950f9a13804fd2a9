import { useEffect, useState } from 'preact/hooks'
import type { World } from '../world/world.ts'
import { CodePanel } from './code.tsx'
import { ConsolePanel } from './console-panel.tsx'
import { Picture } from './picture.tsx'
import type { Play } from './play.ts'
import { Remote } from './remote.tsx'
import { useRemoteControl } from './remote-control.ts'
import { keepSettings, type Settings, settingsHere } from './settings.ts'
import { SettingsBar } from './settings-bar.tsx'
import { Stage } from './stage.tsx'
import { StoryPanel } from './story.tsx'
import { Tabs } from './tabs.tsx'
import { TopBar } from './top-bar.tsx'

interface Props {
  world: World
  play: Play
}

const panels = [
  ['picture', 'Live picture'],
  ['story', 'Story'],
  ['code', 'Code'],
] as const
const consoleTab = ['console', 'Console'] as const
type Panel = (typeof panels)[number][0] | (typeof consoleTab)[0]

export function App({ world, play }: Props) {
  const [settings, setSettings] = useState(settingsHere)
  const [panel, setPanel] = useState<Panel>('picture')
  const [, redraw] = useState(0)

  useEffect(() => play.subscribe(() => redraw((count) => count + 1)), [play])
  useEffect(() => {
    keepSettings(settings)
    document.documentElement.dataset['theme'] = settings.theme
  }, [settings])
  useEffect(() => void play.follow(settings), [play, settings])

  const change = (changed: Partial<Settings>) => setSettings((before) => ({ ...before, ...changed }))
  const control = useRemoteControl({ world, play, settings })
  const { state } = play
  return (
    <div class={settings.presenting ? 'demo presenting' : 'demo'}>
      <TopBar control={control} trouble={state.trouble} settings={settings} change={change} />
      {!settings.presenting && <SettingsBar settings={settings} change={change} />}
      <main class="board" data-frame={settings.frame}>
        {!settings.presenting && <Remote control={control} state={state} />}
        <Stage world={world} play={play} settings={settings} change={change} />
        {!settings.presenting && (
          <Tabs
            label="Behind the page"
            tabs={world.operator ? [...panels, consoleTab] : panels}
            chosen={panel}
            choose={setPanel}
          >
            {panel === 'picture' && <Picture state={state} />}
            {panel === 'story' && <StoryPanel state={state} />}
            {panel === 'code' && <CodePanel settings={settings} />}
            {panel === 'console' && world.operator && (
              <ConsolePanel operator={world.operator} checkout={state.view?.id ?? null} />
            )}
          </Tabs>
        )}
      </main>
    </div>
  )
}
