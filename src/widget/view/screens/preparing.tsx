import type { Content, Scene } from '../content.ts'

export const preparing = ({ t }: Scene): Content => ({
  tone: 'moving',
  heading: t('preparing'),
})
