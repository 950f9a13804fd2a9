import { CopyButton } from './copy-button.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'
import type { RemoteControl } from './remote-control.ts'
import type { Settings } from './settings.ts'
import type { Tour } from './tour/tour.ts'
import { fill, type Words } from './words/en.ts'

interface Props {
  control: RemoteControl
  tour: Tour
  /** An error of the demo itself. */
  error: string | null
  settings: Settings
  words: Words
  change: (changed: Partial<Settings>) => void
}

export function TopBar({ control, tour, error, settings, words, change }: Props) {
  const { presenting } = settings
  return (
    <header class="top">
      <div class="brand">
        <img src="./icon.svg" width="28" height="28" alt="" />
        <h1>Paypane</h1>
        {presenting ? (
          <p class="tagline" role="status">
            {error ??
              (control.blockedControl
                ? fill(words.notNow, { name: words[control.blockedControl.name] })
                : control.lastControl && words[control.lastControl.name])}
          </p>
        ) : (
          <p class="tagline">Try a bank-transfer checkout that loses no payment; no money moves.</p>
        )}
      </div>
      <div class="top-actions">
        {presenting && !tour.current && (
          <button type="button" class="button-plain tour-start" onClick={tour.advance}>
            {words.takeTour}
          </button>
        )}
        {presenting && <KeyboardShortcuts {...{ control, tour, settings, words, change }} />}
        {!presenting && (
          <>
            <a class="top-link all-screens" href="./gallery.html">
              All screens
            </a>
            <a class="top-link break-it" href="./break.html">
              Break it
            </a>
            <a class="top-link" href="./docs/index.html">
              Docs
            </a>
          </>
        )}
        <CopyButton name="Copy link" class="button-plain copy-link" text={() => location.href} />
        <button
          type="button"
          class="button-plain"
          aria-pressed={presenting}
          onClick={() => change({ presenting: !presenting })}
        >
          {presenting ? 'Show the controls' : 'Present'}
        </button>
      </div>
    </header>
  )
}
