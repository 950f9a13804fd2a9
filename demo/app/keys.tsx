import { useEffect, useRef } from 'preact/hooks'
import { payerLevers, timeTurns } from './levers.ts'
import type { RemoteControl } from './remote-control.ts'
import { frames, keysIn, type Settings } from './settings.ts'

interface Props {
  control: RemoteControl
  settings: Settings
  change: (changed: Partial<Settings>) => void
}

interface Key {
  key: string
  name: string
  press(): void
}

/** What each key does while the machinery is hidden, in the order of the help. */
function keysOf({ control, settings, change }: Props): Key[] {
  const all = keysIn(frames)
  return [
    ...[...payerLevers, ...control.trouble].map((lever) => ({
      key: lever.key,
      name: lever.name,
      press: () => control.pull(lever),
    })),
    ...timeTurns.map(({ key, name, seconds }) => ({
      key,
      name: `Time: ${name}`,
      press: () => control.turn(seconds),
    })),
    { key: 'n', name: 'New order', press: control.newOrder },
    {
      key: 'f',
      name: 'Phone, desktop, both…',
      press: () => change({ frame: all[(all.indexOf(settings.frame) + 1) % all.length] ?? 'phone' }),
    },
    { key: 'Escape', name: 'Show the machinery', press: () => change({ presenting: false }) },
  ]
}

/** The remote control on the keyboard, while it is not on the screen; `?` says which key does what. */
export function Keys(props: Props) {
  const help = useRef<HTMLDialogElement>(null)
  const keys = keysOf(props)

  useEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event)) return
      if (help.current?.open) return
      if (event.key === '?') return help.current?.showModal()
      keys.find(({ key }) => key === event.key)?.press()
    }
    addEventListener('keydown', heed)
    return () => removeEventListener('keydown', heed)
  })

  return (
    <>
      <button type="button" class="plain keys-help" onClick={() => help.current?.showModal()}>
        Keys <kbd>?</kbd>
      </button>
      <dialog class="keys" ref={help} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys while presenting</h2>
        <dl>
          {keys.map(({ key, name }) => (
            <div key={key}>
              <dt>
                <kbd>{key === 'Escape' ? 'Esc' : key}</kbd>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit" class="plain">
            Close
          </button>
        </form>
      </dialog>
    </>
  )
}

/** Whether the key goes into a field: of this page, or inside the pane. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return target instanceof Element && target.matches('input, select, textarea')
}
