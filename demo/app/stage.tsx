import { Paypane } from 'paypane'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { World } from '../world/world.ts'
import { dress, tokens } from './brand.ts'
import { Device } from './device.tsx'
import { PaymentPage } from './payment-page.tsx'
import type { Play } from './play.ts'
import { frames, keysIn, type Settings } from './settings.ts'
import { Shop } from './shop.tsx'
import { directionOf } from './shop-words.ts'

interface Props {
  world: World
  play: Play
  settings: Settings
  change: (changed: Partial<Settings>) => void
}

/** The shop's page on a phone, on a desk, or on both. */
export function Stage({ change, ...shown }: Props) {
  const { settings } = shown
  const theme = useTheme(settings.theme)
  const dir = settings.direction === 'auto' ? directionOf(settings.locale) : settings.direction
  return (
    <section class="stage" aria-label="The shop">
      {!settings.presenting && (
        <fieldset class="choices frames">
          <legend>Seen on</legend>
          {keysIn(frames).map((frame) => (
            <button
              key={frame}
              type="button"
              class="chip"
              aria-pressed={frame === settings.frame}
              onClick={() => change({ frame })}
            >
              {frames[frame].name}
            </button>
          ))}
        </fieldset>
      )}
      <div
        class="devices"
        ref={(devices) => {
          if (devices) dress(devices, tokens(settings, theme))
        }}
      >
        {frames[settings.frame].devices.map((kind) => (
          <Device key={kind} kind={kind} dir={dir}>
            <Page {...shown} theme={theme} />
          </Device>
        ))}
      </div>
    </section>
  )
}

/** The shop's page with the real pane in it; or the page of the service that the payer went to from there. */
function Page({ world, play, settings, theme }: Omit<Props, 'change'> & { theme: 'light' | 'dark' }) {
  const { state } = play
  const [pageOfService, setPageOfService] = useState<string | null>(null)
  const leave = useCallback(() => setPageOfService(null), [])
  if (pageOfService !== null && world.visit) {
    return <PaymentPage address={pageOfService} visit={world.visit} leave={leave} />
  }
  return (
    <Shop settings={settings} order={state.view?.order ?? null}>
      {state.order !== null && (
        <Paypane
          endpoint={world.endpoint}
          order={state.order}
          method={state.startsWith}
          present={settings.present}
          locale={settings.locale}
          theme={theme}
          fetch={world.fetch}
          onReady={({ detail }) => play.viewed(detail.view)}
          onChange={({ detail }) => play.viewed(detail.view)}
          onError={({ detail }) => {
            // A world that was emptied does not know this order any more.
            if (detail.code === 'notFound') void play.attempting(() => play.newOrder(settings))
          }}
          onRedirect={(event) => {
            if (!world.visit) return
            event.preventDefault()
            setPageOfService(event.detail.url)
          }}
        />
      )}
    </Shop>
  )
}

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)')

/** The theme that `auto` comes to here and now. */
function useTheme(wanted: Settings['theme']): 'light' | 'dark' {
  const [isDark, setIsDark] = useState(() => darkScheme().matches)
  useEffect(() => {
    const scheme = darkScheme()
    const heed = () => setIsDark(scheme.matches)
    scheme.addEventListener('change', heed)
    return () => scheme.removeEventListener('change', heed)
  }, [])
  return wanted === 'auto' ? (isDark ? 'dark' : 'light') : wanted
}
