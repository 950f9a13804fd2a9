import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Backend } from '../backend/backend.ts'
import { ConsolePanel } from './console-panel.tsx'
import type { Demo } from './demo-state.ts'
import { DeviceChoice } from './device-choice.tsx'
import { directionOf } from './language.ts'
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
import { TourCaption, TourCard, TourPanel } from './tour/tour-panel.tsx'
import { useWords } from './words/use-words.ts'

interface Props {
  backend: Backend
  demo: Demo
}

type Panel = 'story' | 'code' | 'console'
type CodePanel = typeof import('./code-panel.tsx').CodePanel

export function App({ backend, demo }: Props) {
  const [settings, setSettings] = useState(currentSettings)
  const [panel, setPanel] = useState<Panel>('story')
  // After a reload, the tab has an order already.
  const [wantsControls, setWantsControls] = useState(demo.state.order !== null)
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
  const words = useWords(settings.locale)
  const ofLanguage = { lang: settings.locale, dir: directionOf(settings.locale) }
  const tabs: (readonly [Panel, string])[] = [
    ['story', words.story],
    ['code', 'Code'],
    ...(backend.console ? [['console', 'Console'] as const] : []),
  ]
  const showsControls = wantsControls || (state.view !== null && state.view.attempts > 0)
  const side = useFocusInNext(tour.current ? 'tour' : showsControls ? 'controls' : 'card')
  return (
    <div class={settings.presenting ? 'demo presenting' : 'demo'}>
      <TopBar
        control={control}
        tour={tour}
        error={state.error}
        settings={settings}
        words={words}
        change={changeSettings}
      />
      {!settings.presenting && (
        <section class="bar" aria-label="Settings">
          <SettingsBar settings={settings} change={changeSettings} />
          <DeviceChoice frame={settings.frame} change={changeSettings} />
        </section>
      )}
      <main class="board" data-frame={settings.frame}>
        {!settings.presenting && (
          <div class="side" ref={side} {...ofLanguage}>
            {tour.current ? (
              <TourPanel tour={tour} words={words} error={state.error} />
            ) : showsControls ? (
              <RemotePanel control={control} tour={tour} state={state} words={words} />
            ) : (
              <TourCard tour={tour} words={words} tryIt={() => setWantsControls(true)} />
            )}
          </div>
        )}
        <div class="picture" {...ofLanguage}>
          <LivePicture state={state} words={words} />
        </div>
        {settings.presenting && (
          <div class="caption" {...ofLanguage}>
            <TourCaption tour={tour} words={words} error={state.error} />
          </div>
        )}
        <Preview backend={backend} demo={demo} settings={settings} />
        {!settings.presenting && (
          <Tabs label="Behind the page" tabs={tabs} selected={panel} onSelect={setPanel}>
            {panel === 'story' && (
              <div {...ofLanguage}>
                <StoryPanel state={state} words={words} locale={settings.locale} />
              </div>
            )}
            {panel === 'code' && <LazyCodePanel settings={settings} />}
            {panel === 'console' && backend.console && (
              <ConsolePanel url={backend.console} checkout={state.view?.id ?? null} />
            )}
          </Tabs>
        )}
      </main>
    </div>
  )
}

/** Where the focus goes when the panel that had it is replaced by another one. */
function useFocusInNext(shown: string): RefObject<HTMLDivElement | null> {
  const side = useRef<HTMLDivElement>(null)
  const last = useRef(shown)
  useLayoutEffect(() => {
    const isReplaced = last.current !== shown
    last.current = shown
    if (isReplaced && document.activeElement === document.body)
      side.current?.querySelector('section')?.focus({ preventScroll: true })
  }, [shown])
  return side
}

/** Loads the snippets when their tab is opened. */
function LazyCodePanel({ settings }: { settings: Settings }) {
  const [panel, setPanel] = useState<{ CodePanel: CodePanel } | null>(null)
  useEffect(() => void import('./code-panel.tsx').then(setPanel), [])
  return panel && <panel.CodePanel settings={settings} />
}
