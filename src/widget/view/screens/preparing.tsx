import type { CheckoutModel, ScreenContent } from '../screen-content.ts'

export const preparing = ({ t }: CheckoutModel): ScreenContent => ({
  tone: 'moving',
  heading: t('preparing'),
})
