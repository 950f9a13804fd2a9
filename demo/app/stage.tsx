import { Paypane } from 'paypane'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { World } from '../world/world.ts'
import { dress, tokens } from './brand.ts'
import { PaymentPage } from './payment-page.tsx'
import type { Play } from './play.ts'
import { type Settings, widths } from './settings.ts'
import { Shop } from './shop.tsx'
import { directionOf } from './shop-words.ts'

interface Props {
  world: World
  play: Play
  settings: Settings
}

/** A phone or a desk with the shop's page on it, and the real pane in that page. */
export function Stage({ world, play, settings }: Props) {
  const { state } = play
  const theme = useTheme(settings.theme)
  const [pageOfService, setPageOfService] = useState<string | null>(null)
  const leave = useCallback(() => setPageOfService(null), [])
  const look = useMemo(() => tokens(settings, theme), [settings, theme])
  const { px } = widths[settings.width]
  return (
    <section class="stage" aria-label="The shop">
      <div
        class={`device ${settings.width}`}
        ref={(device) => {
          device?.style.setProperty('--device-width', `${px}px`)
          if (device) dress(device, look)
        }}
      >
        <div
          class="screen"
          dir={settings.direction === 'auto' ? directionOf(settings.locale) : settings.direction}
        >
          {pageOfService !== null && world.visit ? (
            <PaymentPage address={pageOfService} visit={world.visit} leave={leave} />
          ) : (
            <Shop settings={settings} order={state.order}>
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
          )}
        </div>
      </div>
    </section>
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
