import type { Config } from './config.ts'

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
const defaultCurrencies: readonly string[] = [...Intl.supportedValuesOf('currency'), ...cryptoCurrencies]

/** The dictionary's key for a submitted key; null if it is unknown. */
export function resolveCurrency(
  submitted: string,
  { currencies, currencyCase, currencyAliases }: Config,
): string | null {
  const key = Object.hasOwn(currencyAliases, submitted)
    ? (currencyAliases[submitted] ?? submitted)
    : submitted
  const known = currencies ?? defaultCurrencies
  if (known.includes(key)) return key
  if (currencyCase === 'exact') return null
  return known.find((candidate) => candidate.toLowerCase() === key.toLowerCase()) ?? null
}
