import type { ComponentChildren } from 'preact'
import type { Device as Kind } from './settings.ts'

const barOf = { small: PhoneBar, phone: PhoneBar, tablet: WindowBar, desktop: WindowBar }

interface Props {
  kind: Kind
  /** The direction of the page, not of the device. */
  dir: 'ltr' | 'rtl'
  host: string
  children: ComponentChildren
}

/** A frame around the shop page: a phone or a browser window. */
export function Device({ kind, dir, host, children }: Props) {
  const Bar = barOf[kind]
  return (
    <div class={`device ${kind}`}>
      <Bar host={host} />
      <div class="screen" dir={dir}>
        {children}
      </div>
    </div>
  )
}

function PhoneBar() {
  return (
    <div class="phone-bar" aria-hidden="true">
      <span>9:41</span>
      <i />
      <svg viewBox="0 0 44 12" width="44" height="12" aria-hidden="true">
        <path d="M1 11V8M5 11V6M9 11V4M13 11V1" class="signal" />
        <rect x="20.5" y="1.5" width="19" height="9" rx="2.5" class="battery" />
        <rect x="22.5" y="3.5" width="13" height="5" rx="1" class="charge" />
        <path d="M42 4.5v3" class="battery" />
      </svg>
    </div>
  )
}

function WindowBar({ host }: { host: string }) {
  return (
    <div class="window-bar" aria-hidden="true">
      <i />
      <i />
      <i />
      <span>{host}/checkout</span>
    </div>
  )
}
