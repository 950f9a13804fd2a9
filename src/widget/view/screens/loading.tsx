import type { Translator } from '../../i18n/translator.ts'
import type { Content } from '../content.ts'

export const loading = (t: Translator): Content => ({ tone: 'moving', heading: t('loading'), hint: '' })
