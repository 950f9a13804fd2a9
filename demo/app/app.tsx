import { useEffect, useState } from 'preact/hooks'
import type { World } from '../world/world.ts'
import { CodePanel } from './code.tsx'
import { Picture } from './picture.tsx'
import type { Play } from './play.ts'
import { Remote } from './remote.tsx'
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

export function App({ world, play }: Props) {
  const [settings, setSettings] = useState(settingsHere)
  const [panel, setPanel] = useState<(typeof panels)[number][0]>('picture')
  const [, redraw] = useState(0)

  useEffect(() => play.subscribe(() => redraw((count) => count + 1)), [play])
  useEffect(() => {
    keepSettings(settings)
    document.documentElement.dataset['theme'] = settings.theme
  }, [settings])
  useEffect(() => void play.follow(settings), [play, settings])

  const change = (changed: Partial<Settings>) => setSettings((before) => ({ ...before, ...changed }))
  const hands = { world, play, settings }
  return (
    <div class={settings.presenting ? 'demo presenting' : 'demo'}>
      <TopBar settings={settings} change={change} />
      {!settings.presenting && <SettingsBar settings={settings} change={change} />}
      <main class="board">
        {!settings.presenting && <Remote hands={hands} />}
        <Stage world={world} play={play} settings={settings} />
        {!settings.presenting && (
          <Tabs label="Behind the page" tabs={panels} chosen={panel} choose={setPanel}>
            {panel === 'picture' && <Picture state={play.state} />}
            {panel === 'story' && <StoryPanel state={play.state} />}
            {panel === 'code' && <CodePanel settings={settings} />}
          </Tabs>
        )}
      </main>
    </div>
  )
}
