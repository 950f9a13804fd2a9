import { expect, test } from 'vitest'
import { formatAmount } from '../../demo/app/money.ts'
import { currencies } from '../../demo/app/settings.ts'
import { localeTags } from '../../src/widget/i18n/tags.ts'
import { formatMoney } from '../../src/widget/view/format.ts'

test.each(['en', ...localeTags])('the shop writes amounts in %s as the widget does', (locale) => {
  for (const currency of currencies)
    expect(formatAmount('1250.00', currency, locale)).toBe(
      formatMoney({ value: '1250.00', currency }, locale),
    )
})
