import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

export const pending = ({ t }: CheckoutModel): ScreenContent => ({
  tone: 'active',
  heading: t('pending'),
  hint: t('pendingHint'),
})
