import type { Model } from '../model.ts'
import type { ScreenContent } from '../screen-content.ts'

export const loading = ({ t }: Model): ScreenContent => ({ tone: 'active', heading: t('loading') })
