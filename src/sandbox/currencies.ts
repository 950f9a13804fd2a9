const cryptoCurrencies = [
  'BTC',
  'ETH',
  'LTC',
  'TRX',
  'TON',
  'USDT',
  'USDC',
  'USDT_TRC20',
  'USDT_ERC20',
  'USDT_TON',
  'USDC_ERC20',
]

/** The default currencies: every ISO 4217 code of the platform and common crypto keys. */
const defaultCurrencies: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...cryptoCurrencies,
])

/** Keys match exactly. */
export const isKnownCurrency = (key: string, dictionary: string[] | null): boolean =>
  dictionary === null ? defaultCurrencies.has(key) : dictionary.includes(key)
