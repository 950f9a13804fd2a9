import { expect, test } from 'vitest'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'

test('an invalid tag falls back to English', () => {
  expect(createTranslator('not a tag!').locale).toBe('en')
})

test('custom messages take precedence; English fills in the rest', () => {
  const t = createTranslator('en', { succeeded: 'All done' })
  expect([t('succeeded'), t('copy')]).toEqual(['All done', 'Copy'])
})
