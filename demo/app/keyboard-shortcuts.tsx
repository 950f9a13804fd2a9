import { useLayoutEffect, useRef } from 'preact/hooks'
import { clockSteps, faultControls, payerControls } from './controls.ts'
import type { RemoteControl } from './remote-control.ts'
import { frames, keysIn, type Settings } from './settings.ts'
import type { Tour } from './tour/tour.ts'
import type { Words } from './words/en.ts'

interface Props {
  control: RemoteControl
  tour: Tour
  settings: Settings
  words: Words
  change: (changed: Partial<Settings>) => void
}

interface Shortcut {
  key: string
  name: string
  run(): void
}

const keyLabels: Record<string, string> = { Escape: 'Esc', ArrowRight: '→' }

/** The shortcuts while presenting, in the order of the help. */
function shortcutsOf({ control, tour, settings, words, change }: Props): Shortcut[] {
  const frameNames = keysIn(frames)
  return [
    { key: 'ArrowRight', name: 'Tour: next step', run: tour.advance },
    ...[...payerControls, ...faultControls].map((item) => ({
      key: item.key,
      name: words[item.name],
      run: () => control.run(item),
    })),
    ...clockSteps.map(({ key, name, seconds }) => ({
      key,
      name: `Time: ${name}`,
      run: () => control.advanceClock(seconds),
    })),
    { key: 'n', name: words.newOrder, run: control.newOrder },
    {
      key: 'f',
      name: 'Phone, desktop, both…',
      run: () =>
        change({
          frame: frameNames[(frameNames.indexOf(settings.frame) + 1) % frameNames.length] ?? 'phone',
        }),
    },
    { key: 'Escape', name: 'Show the controls', run: () => change({ presenting: false }) },
  ]
}

/** Keyboard shortcuts of the remote control while presenting; `?` lists them. */
export function KeyboardShortcuts(props: Props) {
  const help = useRef<HTMLDialogElement>(null)
  const shortcuts = shortcutsOf(props)

  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return
      if (help.current?.open) return
      if (event.key === '?') return help.current?.showModal()
      // A presenter's clicker sends PageDown.
      const pressed = event.key === 'PageDown' ? 'ArrowRight' : event.key
      const shortcut = shortcuts.find(({ key }) => key === pressed)
      if (shortcut === undefined) return
      // The key scrolls the page otherwise.
      event.preventDefault()
      shortcut.run()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  })

  return (
    <>
      <button type="button" class="button-plain keys-help" onClick={() => help.current?.showModal()}>
        Keys <kbd>?</kbd>
      </button>
      <dialog class="keys" ref={help} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys while presenting</h2>
        <dl>
          {shortcuts.map(({ key, name }) => (
            <div key={key}>
              <dt>
                <kbd>{keyLabels[key] ?? key}</kbd>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" class="button-plain">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}

/** Whether the event targets a text field, also inside the widget. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return target instanceof Element && target.matches('input, select, textarea')
}
