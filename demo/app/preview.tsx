import { Paypane } from 'paypane'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Backend } from '../backend/backend.ts'
import { applyBrand, tokens } from './brand.ts'
import type { Demo } from './demo-state.ts'
import { Device } from './device.tsx'
import { directionOf } from './language.ts'
import { PaymentPage } from './payment-page.tsx'
import { frames, type Settings } from './settings.ts'
import { hostOf, Shop } from './shop.tsx'

interface Props {
  backend: Backend
  demo: Demo
  settings: Settings
}

/** The shop page on a phone, on a desktop, or on both. */
export function Preview(pageProps: Props) {
  const { settings } = pageProps
  const theme = useTheme(settings.theme)
  const scale = useScale(settings)
  const dir = settings.direction === 'auto' ? directionOf(settings.locale) : settings.direction
  return (
    <section class="preview" aria-label="The shop">
      <div
        class="devices"
        ref={(devices) => {
          if (!devices) return
          applyBrand(devices, tokens(settings))
          devices.style.setProperty('--scale', String(scale))
        }}
      >
        {frames[settings.frame].devices.map((kind) => (
          <Device key={kind} kind={kind} dir={dir} host={hostOf(settings.shop)}>
            <PreviewPage {...pageProps} theme={theme} />
          </Device>
        ))}
      </div>
    </section>
  )
}

/** The shop page with the real widget, or the payment page to which the payer was redirected. */
function PreviewPage({ backend, demo, settings, theme }: Props & { theme: 'light' | 'dark' }) {
  const { state } = demo
  const [paymentPageUrl, setPaymentPageUrl] = useState<string | null>(null)
  const closePaymentPage = useCallback(() => setPaymentPageUrl(null), [])
  if (paymentPageUrl !== null && backend.fetchServicePage) {
    return (
      <PaymentPage
        initialUrl={paymentPageUrl}
        fetchPage={backend.fetchServicePage}
        onLeave={closePaymentPage}
      />
    )
  }
  return (
    <Shop
      settings={settings}
      view={state.view}
      onContinue={() => void demo.runAction(() => demo.newOrder(settings))}
    >
      {state.order !== null && (
        <Paypane
          endpoint={backend.endpoint}
          order={state.order}
          method={state.initialMethod}
          present={settings.present}
          locale={settings.locale}
          theme={theme}
          fetch={backend.fetch}
          onReady={({ detail }) => demo.updateView(detail.view)}
          onChange={({ detail }) => demo.updateView(detail.view)}
          onError={({ detail }) => {
            // After a reset the backend no longer has this order.
            if (detail.code === 'notFound') void demo.runAction(() => demo.newOrder(settings))
          }}
          onRedirect={(event) => {
            if (!backend.fetchServicePage) return
            event.preventDefault()
            setPaymentPageUrl(event.detail.url)
          }}
        />
      )}
    </Shop>
  )
}

/** The height of the page of payment details on a device, in CSS pixels. */
const deviceHeights: Record<Settings['frame'], number> = {
  phone: 850,
  small: 900,
  both: 850,
  tablet: 740,
  desktop: 740,
}
/** What is above and below the device; beside a wide one, the live picture is above it, too. */
const barsHeight = 132
const pictureHeight = 100

/** How much smaller a device is drawn, so that the whole payment is visible; its letters stay legible. */
function scaleFor({ frame, presenting }: Settings): number {
  // The caption of a narrow window is below the device, which scrolls.
  if (presenting && innerWidth < 1000) return 1
  const isWide = frame !== 'phone' && frame !== 'small' && innerWidth < 1600 && !presenting
  const room = innerHeight - barsHeight - (isWide ? pictureHeight : 0)
  return Math.min(1, Math.max(0.64, room / deviceHeights[frame]))
}

function useScale(settings: Settings): number {
  const [, rerender] = useState(0)
  useEffect(() => {
    const onResize = () => rerender((count) => count + 1)
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return scaleFor(settings)
}

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)')

/** The effective theme: `auto` follows the system. */
function useTheme(setting: Settings['theme']): 'light' | 'dark' {
  const [isDark, setIsDark] = useState(() => darkScheme().matches)
  useEffect(() => {
    const scheme = darkScheme()
    const onSchemeChange = () => setIsDark(scheme.matches)
    scheme.addEventListener('change', onSchemeChange)
    return () => scheme.removeEventListener('change', onSchemeChange)
  }, [])
  return setting === 'auto' ? (isDark ? 'dark' : 'light') : setting
}
