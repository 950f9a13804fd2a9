import type { Content } from '../content.ts'
import type { Model } from '../model.ts'

export const loading = ({ t }: Model): Content => ({ tone: 'moving', heading: t('loading') })
