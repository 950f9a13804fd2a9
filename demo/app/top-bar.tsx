import type { Settings } from './settings.ts'

interface Props {
  settings: Settings
  change: (changed: Partial<Settings>) => void
}

export function TopBar({ settings, change }: Props) {
  return (
    <header class="top">
      <div class="brand">
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
          <rect width="32" height="32" rx="8" class="brand-tile" />
          <path d="M10 25V8h7.5a5.5 5.5 0 0 1 0 11H10" class="brand-letter" />
        </svg>
        <h1>Paypane</h1>
        <p class="brand-words">The whole way of a payment, live. No money moves.</p>
      </div>
      <div class="top-acts">
        <CopyLink />
        <button
          type="button"
          class="plain"
          aria-pressed={settings.presenting}
          onClick={() => change({ presenting: !settings.presenting })}
        >
          {settings.presenting ? 'Show the machinery' : 'Present'}
        </button>
      </div>
    </header>
  )
}

function CopyLink() {
  return (
    <button
      type="button"
      class="plain"
      onClick={({ currentTarget }) => {
        navigator.clipboard.writeText(location.href).then(
          () => {
            currentTarget.textContent = 'Link copied'
            setTimeout(() => {
              currentTarget.textContent = 'Copy link'
            }, 2000)
          },
          () => {
            currentTarget.textContent = 'The address bar has it'
          },
        )
      }}
    >
      Copy link
    </button>
  )
}
