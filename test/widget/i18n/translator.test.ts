import { expect, test } from 'vitest'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'

test('a made-up tag is read as English', () => {
  expect(createTranslator('not a tag!').locale).toBe('en')
})

test('a merchant’s own words come first, and English fills in', () => {
  const t = createTranslator('en', { succeeded: 'All done' })
  expect([t('succeeded'), t('copy')]).toEqual(['All done', 'Copy'])
})
