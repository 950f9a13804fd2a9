import { useEffect, useState } from 'preact/hooks'
import { CopyButton } from '../app/copy-button.tsx'
import { Controls } from './controls.tsx'
import { Counters, Figures } from './counters.tsx'
import { Crowd } from './crowd.tsx'
import { Findings } from './findings.tsx'
import type { Pace } from './protocol.ts'
import { parsePayer, parseSettings, searchOf } from './settings.ts'
import { Story } from './story.tsx'
import { useHistory } from './use-history.ts'

const wantsRest = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** 200 payers of one shop, and what the visitor lets go wrong around them. */
export function BreakPage() {
  const [settings, setSettings] = useState(() => parseSettings(location.search))
  const [chosen, setChosen] = useState(() => parsePayer(location.search))
  const [pace, setPace] = useState<Pace>(() => (wantsRest() ? 'paused' : 'shown'))
  const { history, error } = useHistory(settings, pace)
  const payer = chosen ?? history.example
  function choose(pressed: number): void {
    setChosen(pressed)
    // On a phone the story is further down than one can see.
    const behavior = wantsRest() ? 'auto' : 'smooth'
    document.getElementById('story-name')?.scrollIntoView({ block: 'nearest', behavior })
  }

  useEffect(() => globalThis.history.replaceState(null, '', searchOf(settings, chosen)), [settings, chosen])

  return (
    <div class="break">
      <header class="top">
        <div class="brand">
          <img src="./icon.svg" width="28" height="28" alt="" />
          <p class="tagline">Paypane</p>
        </div>
        <div class="top-actions">
          <a class="button-plain" href="./">
            To the demo
          </a>
          <a class="button-plain" href="./docs/money.html">
            How money is kept
          </a>
          <CopyButton name="Copy link" class="button-plain copy-link" text={() => location.href} />
        </div>
      </header>
      <main>
        <div class="intro">
          <h1>Break it</h1>
          <p>
            200 people pay one shop within minutes. Lose its callbacks, kill its servers, let clocks lie, slow
            the payments service down: no payment may be lost, and nobody may pay twice.
          </p>
        </div>
        {error === null ? (
          <Counters history={history} isPaused={pace === 'paused'} />
        ) : (
          <p class="failed" role="alert">
            The simulation stopped: {error}
          </p>
        )}
        <Figures history={history} />
        <Crowd dots={history.dots} selected={payer} select={choose} />
        <Controls
          settings={settings}
          pace={pace}
          isOver={history.phase === 'over'}
          change={(changes) => {
            setSettings({ ...settings, ...changes })
            if (pace !== 'shown') setPace('shown')
          }}
          setPace={setPace}
        />
        <Story history={history} payer={payer} isExample={chosen === null} />
        <Findings history={history} guard={settings.guard} select={choose} />
        <section class="how">
          <h2>Is this real?</h2>
          <p>
            Nothing here is recorded. A worker of this page runs three merchant servers with one database, the
            code of 200 checkout pages, and an emulator of the payments service, in virtual time: the code of
            the package and the simulator that tests it, which draws every fault from the seed. The counters
            are the simulator’s own rules, checked at every write and every ten seconds over the whole books.
            The address of this page names the seed and the sliders, and shows the same history on every
            computer. To see the counters move, take out a guard: one condition is then removed from the
            server’s code.
          </p>
        </section>
      </main>
    </div>
  )
}
