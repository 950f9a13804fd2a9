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

/** The dictionary where none is configured: every ISO 4217 code the platform knows, and the usual crypto keys. */
const defaultCurrencies: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  ...cryptoCurrencies,
])

/** The key is looked up exactly as submitted. */
export const isKnownCurrency = (key: string, dictionary: string[] | null): boolean =>
  dictionary ? dictionary.includes(key) : defaultCurrencies.has(key)
