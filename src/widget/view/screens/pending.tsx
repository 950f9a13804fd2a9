import type { Content, Scene } from '../content.ts'

export const pending = ({ t }: Scene): Content => ({
  tone: 'moving',
  heading: t('pending'),
  hint: t('pendingHint'),
})
