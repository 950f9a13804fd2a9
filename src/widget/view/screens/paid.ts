import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

/** Paid, where the whole screen could not be loaded. */
export const paid = ({ state, t }: Model): ScreenContent => ({
  tone: 'success',
  amount: state.view?.paid ?? null,
  heading: t('succeeded'),
})
