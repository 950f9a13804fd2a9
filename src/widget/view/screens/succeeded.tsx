import type { Content, Scene } from '../content.ts'
import { formatMoney } from '../format.ts'

/** The only screen that says "paid"; it names what was received where that is another amount. */
export function succeeded({ state, view, t }: Scene): Content {
  const { paid } = view
  const amount = formatMoney(view.amount, t.locale)
  const received = paid ? formatMoney(paid, t.locale) : amount
  return {
    tone: 'good',
    heading: t('succeeded'),
    hint:
      received === amount ? t('succeededHint', { amount }) : t('succeededOther', { paid: received, amount }),
    body: state.wasLost && <p class="note">{t('succeededLate')}</p>,
  }
}
