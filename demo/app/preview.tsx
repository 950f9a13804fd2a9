import { Paypane } from 'paypane'
import type { RefObject } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
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
  const devices = useDevices(settings)
  const dir = settings.direction === 'auto' ? directionOf(settings.locale) : settings.direction
  return (
    <section class="preview" aria-label="The shop">
      <div class="devices" ref={devices}>
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

/** The height of a phone, in which its page scrolls, or of the page of payment details in a window; in CSS pixels. */
const deviceHeights: Record<Settings['frame'], number> = {
  phone: 850,
  small: 900,
  both: 850,
  tablet: 740,
  desktop: 740,
}
const marginBelow = 24

/** Brands the devices, and draws them so small that the whole payment is visible; the letters stay legible. */
function useDevices(settings: Settings): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    const devices = ref.current
    if (!devices) return
    const height = deviceHeights[settings.frame]
    const fitPage = () => {
      const top = devices.getBoundingClientRect().top + scrollY
      const room = (innerHeight - top - marginBelow) / height
      // The caption of a narrow window is below the device, which scrolls.
      const scale = settings.presenting && innerWidth < 1000 ? 1 : Math.min(1, Math.max(0.64, room))
      devices.style.setProperty('--scale', String(scale))
    }
    applyBrand(devices, tokens(settings))
    devices.style.setProperty('--phone-height', `${height}px`)
    fitPage()
    // The settings above open and close, and change the height of the page.
    const observer = new ResizeObserver(fitPage)
    observer.observe(document.body)
    addEventListener('resize', fitPage)
    return () => {
      observer.disconnect()
      removeEventListener('resize', fitPage)
    }
  }, [settings])
  return ref
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
