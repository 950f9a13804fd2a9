import { Paypane } from 'paypane'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Backend } from '../backend/backend.ts'
import { applyBrand, tokens } from './brand.ts'
import type { Demo } from './demo-state.ts'
import { Device } from './device.tsx'
import { PaymentPage } from './payment-page.tsx'
import { frames, type Settings } from './settings.ts'
import { hostOf, Shop } from './shop.tsx'
import { directionOf } from './shop-messages.ts'

interface Props {
  backend: Backend
  demo: Demo
  settings: Settings
}

/** The shop page on a phone, on a desktop, or on both. */
export function Preview(pageProps: Props) {
  const { settings } = pageProps
  const theme = useTheme(settings.theme)
  const scale = useScale()
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

/** A device's height in CSS pixels, and what is above and below it. */
const deviceHeight = 900
const barsHeight = 130

/** How much smaller a device is drawn, so that the whole payment is visible; its letters stay legible. */
const scaleNow = () => Math.min(1, Math.max(0.66, (innerHeight - barsHeight) / deviceHeight))

function useScale(): number {
  const [scale, setScale] = useState(scaleNow)
  useEffect(() => {
    const onResize = () => setScale(scaleNow())
    addEventListener('resize', onResize)
    return () => removeEventListener('resize', onResize)
  }, [])
  return scale
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
