import type { Config } from './config.ts'
import { add } from './decimal.ts'

/** An amount with the digits that the configuration selects. */
export function amountText(amount: string, digits: Config['amountDigits']): string {
  switch (digits) {
    case 'sent':
      return amount
    case 'shortest':
      return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
    case 'two-decimals':
      return add(amount, '0.00')
  }
}
