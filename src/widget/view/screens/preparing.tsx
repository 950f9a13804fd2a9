import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

export const preparing = ({ t }: CheckoutModel): ScreenContent => ({
  tone: 'active',
  heading: t('preparing'),
})
