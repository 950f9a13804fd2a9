import { CopyButton } from './copy-button.tsx'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'
import type { RemoteControl } from './remote-control.ts'
import type { Settings } from './settings.ts'

interface Props {
  control: RemoteControl
  /** What went wrong with the machinery itself. */
  error: string | null
  settings: Settings
  change: (changed: Partial<Settings>) => void
}

export function TopBar({ control, error, settings, change }: Props) {
  const { presenting } = settings
  return (
    <header class="top">
      <div class="brand">
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect width="32" height="32" rx="8" class="brand-tile" />
          <path d="M10 25V8h7.5a5.5 5.5 0 0 1 0 11H10" class="brand-letter" />
        </svg>
        <h1>Paypane</h1>
        {presenting ? (
          <p class="brand-words" role="status">
            {error ??
              (control.blockedLever ? `Not now: ${control.blockedLever.name}` : control.lastLever?.name)}
          </p>
        ) : (
          <p class="brand-words">The whole way of a payment, live. No money moves.</p>
        )}
      </div>
      <div class="top-acts">
        {presenting && <KeyboardShortcuts control={control} settings={settings} change={change} />}
        {!presenting && (
          <a class="plain" href="./gallery.html">
            Every screen
          </a>
        )}
        {!presenting && (
          <a class="plain" href="./docs/index.html">
            Docs
          </a>
        )}
        <CopyButton name="Copy link" class="plain copy-link" text={() => location.href} />
        <button
          type="button"
          class="plain"
          aria-pressed={presenting}
          onClick={() => change({ presenting: !presenting })}
        >
          {presenting ? 'Show the machinery' : 'Present'}
        </button>
      </div>
    </header>
  )
}
