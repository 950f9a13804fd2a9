import { languageName } from './language.ts'
import { logoFrom } from './logo.ts'
import { currencies, detailSets, keysIn, qrForms, type Settings, withSetting } from './settings.ts'

declare const __LOCALES__: readonly string[]

interface Props {
  settings: Settings
  change: (changed: Partial<Settings>) => void
}

type Name = keyof Settings

const brandColors = [
  ['Indigo', '#23439b'],
  ['Pine', '#0f6b4f'],
  ['Plum', '#7a2360'],
  ['Rust', '#a8431b'],
  ['Ink', '#22262e'],
] as const

const qrNames = { png: 'PNG', text: 'Text', 'data-uri': 'Data URI', 'base64-text': 'Base64 of text' } as const

/** The settings of order, payment and appearance; all are in the URL. */
export function SettingsBar({ settings, change }: Props) {
  const setFromText = (name: Name, text: string) =>
    change({ [name]: withSetting(settings, name, text)[name] })
  const text = (name: 'shop' | 'product', label: string) => (
    <label>
      <span>{label}</span>
      <input
        autocomplete="off"
        maxLength={40}
        value={settings[name]}
        onChange={({ currentTarget }) => setFromText(name, currentTarget.value.trim())}
      />
    </label>
  )
  const select = (name: Name, label: string, options: readonly (readonly [string, string])[]) => (
    <label>
      <span>{label}</span>
      <select
        value={String(settings[name])}
        onChange={({ currentTarget }) => setFromText(name, currentTarget.value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <details class="settings" open={innerWidth >= 1500 && innerHeight >= 1000}>
      <summary>Settings</summary>
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        {text('shop', 'Shop')}
        {text('product', 'Product')}
        <div class="logo-field">
          <label>
            <span>Logo</span>
            <input
              type="file"
              accept="image/*"
              onChange={async ({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                // What is no image leaves the logo as it was.
                const logo = file && (await logoFrom(file).catch(() => null))
                if (logo) setFromText('logo', logo)
              }}
            />
          </label>
          {settings.logo !== '' && (
            <button type="button" class="button-plain" onClick={() => change({ logo: '' })}>
              Remove
            </button>
          )}
        </div>
        <label>
          <span>Amount</span>
          <input
            class="amount-field"
            inputMode="decimal"
            autocomplete="off"
            value={settings.amount}
            onChange={({ currentTarget }) => {
              setFromText('amount', currentTarget.value.trim().replace(',', '.'))
            }}
          />
        </label>
        {select(
          'currency',
          'Currency',
          [...new Set([...currencies, settings.currency])].map((key) => [key, key]),
        )}
        {select('method', 'Payment method', [
          ['choose', 'Payer chooses'],
          ['transfer', 'Transfer'],
          ['form', 'Card form'],
        ])}
        {select(
          'details',
          'Payment details',
          keysIn(detailSets).map((key) => [key, detailSets[key].name]),
        )}
        {select(
          'qr',
          'QR format',
          qrForms.map((form) => [form, qrNames[form]]),
        )}
        {select('present', 'Shown as', [
          ['details', 'Details'],
          ['form', 'Payment form'],
        ])}
        {select(
          'locale',
          'Language',
          [...new Set([...__LOCALES__, settings.locale])].map((tag) => [tag, languageName(tag)]),
        )}
        {select('direction', 'Direction', [
          ['auto', 'From the language'],
          ['ltr', 'Left to right'],
          ['rtl', 'Right to left'],
        ])}
        {select('theme', 'Theme', [
          ['auto', 'From the device'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ])}
        <fieldset class="brand-field">
          <legend>Brand</legend>
          {brandColors.map(([name, color]) => (
            <button
              key={color}
              type="button"
              class="swatch"
              aria-label={name}
              aria-pressed={settings.accent === color}
              ref={(button) => button?.style.setProperty('background-color', color)}
              onClick={() => setFromText('accent', color)}
            />
          ))}
          <input
            type="color"
            aria-label="Custom color"
            value={settings.accent}
            onInput={({ currentTarget }) => setFromText('accent', currentTarget.value)}
          />
        </fieldset>
        <label>
          <span>Corners</span>
          <input
            type="range"
            min="0"
            max="24"
            value={settings.radius}
            onInput={({ currentTarget }) => setFromText('radius', currentTarget.value)}
          />
        </label>
      </form>
    </details>
  )
}
