import type { CheckoutView } from 'paypane'

type Method = CheckoutView['methods'][number]

/** What the demo shows and how; all of it is in the address, so that a link reproduces it. */
export interface Settings {
  amount: string
  currency: string
  /** `choose`: the payer chooses. */
  method: 'choose' | Method
  /** Which instructions the service gives. */
  details: keyof typeof detailMixes
  /** How a code comes from the service. */
  qr: (typeof qrForms)[number]
  present: 'instructions' | 'form'
  locale: string
  direction: 'auto' | 'ltr' | 'rtl'
  theme: 'auto' | 'light' | 'dark'
  /** The brand's colour, as `#rrggbb`. */
  accent: string
  radius: number
  frame: keyof typeof frames
  /** Hides the machinery. */
  presenting: boolean
}

/** Which members of `paymentDetails` come back. */
export const detailMixes = {
  everything: {
    name: 'Everything',
    fields: ['card', 'fio', 'bank', 'number', 'iban', 'accountNumber', 'qrUrl', 'method'],
  },
  card: { name: 'Card number', fields: ['card', 'fio', 'bank'] },
  phone: { name: 'Phone number', fields: ['number', 'fio', 'bank'] },
  iban: { name: 'IBAN', fields: ['iban', 'fio', 'bank'] },
  account: { name: 'Account and QR', fields: ['accountNumber', 'qrUrl', 'fio', 'bank'] },
  qr: { name: 'QR code only', fields: ['qrUrl'] },
  none: { name: 'Payment form only', fields: [] },
} as const

export const qrForms = ['png', 'text', 'data-uri', 'base64-text'] as const

export type Device = 'small' | 'phone' | 'tablet' | 'desktop'

/** What the shop's page is seen on; on several at once it is the same checkout. */
export const frames: Record<Device | 'both', { name: string; devices: readonly Device[] }> = {
  phone: { name: 'Phone', devices: ['phone'] },
  desktop: { name: 'Desktop', devices: ['desktop'] },
  both: { name: 'Both', devices: ['desktop', 'phone'] },
  small: { name: 'Small phone', devices: ['small'] },
  tablet: { name: 'Tablet', devices: ['tablet'] },
}

export const currencies = ['UAH', 'EUR', 'USD', 'KZT', 'TRY', 'INR', 'BRL', 'USDT_TRC20', 'BTC'] as const

export const defaults: Settings = {
  amount: '1250.00',
  currency: 'UAH',
  method: 'choose',
  details: 'card',
  qr: 'png',
  present: 'instructions',
  locale: 'en',
  direction: 'auto',
  theme: 'auto',
  accent: '#23439b',
  radius: 12,
  frame: 'phone',
  presenting: false,
}

const oneOf =
  <T extends string>(...known: readonly T[]) =>
  (text: string, otherwise: T): T =>
    known.find((word) => word === text) ?? otherwise

const keysOf = <T extends object>(of: T): (keyof T & string)[] => {
  const isKey = (key: string): key is keyof T & string => key in of
  return Object.keys(of).filter(isKey)
}

const matching = (pattern: RegExp) => (text: string, otherwise: string) =>
  pattern.test(text) ? text : otherwise

/** How each is read from the address; what is not understood stays as it is by default. */
const readers: { [Name in keyof Settings]: (text: string, otherwise: Settings[Name]) => Settings[Name] } = {
  amount: matching(/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,8})?$/),
  currency: matching(/^\S{1,20}$/),
  method: oneOf('choose', 'transfer', 'form', 'saved-card'),
  details: oneOf(...keysOf(detailMixes)),
  qr: oneOf(...qrForms),
  present: oneOf('instructions', 'form'),
  locale: matching(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]+)*$/),
  direction: oneOf('auto', 'ltr', 'rtl'),
  theme: oneOf('auto', 'light', 'dark'),
  accent: matching(/^#[0-9a-f]{6}$/i),
  radius: (text, otherwise) => (/^\d{1,2}$/.test(text) ? Number(text) : otherwise),
  frame: oneOf(...keysOf(frames)),
  presenting: (text) => text === 'true',
}

function read<Name extends keyof Settings>(name: Name, text: string): Settings[Name] {
  return readers[name](text, defaults[name])
}

/** The settings that a text for one of them makes. */
export const withText = (settings: Settings, name: keyof Settings, text: string): Settings => ({
  ...settings,
  [name]: read(name, text),
})

export function readSettings(search: string): Settings {
  const given = new URLSearchParams(search)
  return keysOf(defaults).reduce((settings, name) => {
    const text = given.get(name)
    return text === null ? settings : withText(settings, name, text)
  }, defaults)
}

const keptKey = 'paypane-demo:settings'

/** The settings in the address; after a visit to a payment page, those from before it. */
export function settingsHere(): Settings {
  const isBack = new URLSearchParams(location.search).has('order')
  return readSettings((isBack && sessionStorage.getItem(keptKey)) || location.search)
}

/** Puts the settings into the address, so that a link reproduces them. */
export function keepSettings(settings: Settings): void {
  const search = writeSettings(settings)
  history.replaceState(null, '', search || location.pathname)
  sessionStorage.setItem(keptKey, search)
}

/** Only what is not as usual. */
export function writeSettings(settings: Settings): string {
  const changed = keysOf(defaults).filter((name) => settings[name] !== defaults[name])
  const search = new URLSearchParams(changed.map((name) => [name, String(settings[name])]))
  return search.size === 0 ? '' : `?${search}`
}

export const keysIn = keysOf
