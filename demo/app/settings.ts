import type { CheckoutView } from 'paypane'

type Method = CheckoutView['methods'][number]

/** The settings of the demo; all are in the URL, so that a link reproduces them. */
export interface Settings {
  shop: string
  /** What is bought; empty: the shop's own product, in its language. */
  product: string
  /** The shop's logo as a data URI; empty: its name. */
  logo: string
  amount: string
  currency: string
  /** `choose`: the payer chooses. */
  method: 'choose' | Method
  /** Which payment details the service returns. */
  details: keyof typeof detailSets
  /** The form in which the service returns a QR code. */
  qr: (typeof qrForms)[number]
  present: 'details' | 'form'
  locale: string
  direction: 'auto' | 'ltr' | 'rtl'
  theme: 'auto' | 'light' | 'dark'
  /** The brand's color, as `#rrggbb`. */
  accent: string
  radius: number
  frame: keyof typeof frames
  /** Hides the controls. */
  presenting: boolean
}

/** Fields of `paymentDetails` that the service returns. */
export const detailSets = {
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

/** The devices that show the shop's page. Several show the same checkout. */
export const frames: Record<Device | 'both', { name: string; devices: readonly Device[] }> = {
  phone: { name: 'Phone', devices: ['phone'] },
  desktop: { name: 'Desktop', devices: ['desktop'] },
  both: { name: 'Both', devices: ['desktop', 'phone'] },
  small: { name: 'Small phone', devices: ['small'] },
  tablet: { name: 'Tablet', devices: ['tablet'] },
}

export const currencies = ['UAH', 'EUR', 'USD', 'KZT', 'TRY', 'INR', 'BRL', 'USDT_TRC20', 'BTC'] as const

export const defaults: Settings = {
  shop: 'Fern & Field',
  product: '',
  logo: '',
  amount: '1250.00',
  currency: 'UAH',
  method: 'choose',
  details: 'card',
  qr: 'png',
  present: 'details',
  locale: 'en',
  direction: 'auto',
  theme: 'auto',
  accent: '#23439b',
  radius: 12,
  frame: 'phone',
  presenting: false,
}

const oneOf =
  <T extends string>(...values: readonly T[]) =>
  (text: string, fallback: T): T =>
    values.find((value) => value === text) ?? fallback

export const keysIn = <T extends object>(object: T): (keyof T & string)[] => {
  const isKey = (key: string): key is keyof T & string => key in object
  return Object.keys(object).filter(isKey)
}

const matching = (pattern: RegExp) => (text: string, fallback: string) =>
  pattern.test(text) ? text : fallback

/** Parsers of the URL parameters; an invalid value becomes the default. */
const parsers: { [Name in keyof Settings]: (text: string, fallback: Settings[Name]) => Settings[Name] } = {
  shop: matching(/^\S.{0,39}$/),
  product: matching(/^\S.{0,39}$/),
  logo: matching(/^data:image\/(webp|png);base64,[\w+/=]{1,30000}$/),
  amount: matching(/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,8})?$/),
  currency: matching(/^\S{1,20}$/),
  method: oneOf('choose', 'transfer', 'form', 'saved-card'),
  details: oneOf(...keysIn(detailSets)),
  qr: oneOf(...qrForms),
  present: oneOf('details', 'form'),
  locale: matching(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]+)*$/),
  direction: oneOf('auto', 'ltr', 'rtl'),
  theme: oneOf('auto', 'light', 'dark'),
  accent: matching(/^#[0-9a-f]{6}$/i),
  radius: (text, fallback) => (/^\d{1,2}$/.test(text) ? Number(text) : fallback),
  frame: oneOf(...keysIn(frames)),
  presenting: (text) => text === 'true',
}

function parseSetting<Name extends keyof Settings>(name: Name, text: string): Settings[Name] {
  return parsers[name](text, defaults[name])
}

/** The settings with one of them parsed from text. */
export const withSetting = (settings: Settings, name: keyof Settings, text: string): Settings => ({
  ...settings,
  [name]: parseSetting(name, text),
})

export function readSettings(search: string): Settings {
  const params = new URLSearchParams(search)
  return keysIn(defaults).reduce((settings, name) => {
    const text = params.get(name)
    return text === null ? settings : withSetting(settings, name, text)
  }, defaults)
}

const storageKey = 'paypane-demo:settings'

/** The settings in the URL; after a return from a payment page, those from before. */
export function currentSettings(): Settings {
  const isReturning = new URLSearchParams(location.search).has('order')
  return readSettings((isReturning && sessionStorage.getItem(storageKey)) || location.search)
}

export function saveSettings(settings: Settings): void {
  const search = writeSettings(settings)
  history.replaceState(null, '', search || location.pathname)
  sessionStorage.setItem(storageKey, search)
}

/** Only settings that differ from the defaults. */
export function writeSettings(settings: Settings): string {
  const changed = keysIn(defaults).filter((name) => settings[name] !== defaults[name])
  const search = new URLSearchParams(changed.map((name) => [name, String(settings[name])]))
  return search.size === 0 ? '' : `?${search}`
}
