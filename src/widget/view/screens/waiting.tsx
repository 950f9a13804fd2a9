import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

/** The first view has not arrived yet. */
export const loading = ({ t }: Model): ScreenContent => ({ tone: 'active', heading: t('loading') })

/** An attempt is being created. */
export const preparing = ({ t }: Model): ScreenContent => ({ tone: 'active', heading: t('preparing') })

/** The result is not known, and the payer has nothing to do. */
export const pending = ({ t }: Model): ScreenContent => ({
  tone: 'active',
  heading: t('pending'),
  hint: t('pendingHint'),
})
