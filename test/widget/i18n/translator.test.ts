import { expect, test } from 'vitest'
import { canonicalTag, createTranslator } from '../../../src/widget/i18n/translator.ts'

test('an invalid tag falls back to English; one of a server with an underscore is valid', () => {
  expect(['not a tag!', 'pt_BR', 'ZH_hans_cn'].map(canonicalTag)).toEqual(['en', 'pt-BR', 'zh-Hans-CN'])
})

test('a language without any phrase is shown in English', () => {
  expect(createTranslator('sw', null).locale).toBe('en')
  expect(createTranslator('sw', null, { succeeded: 'Imelipwa' }).locale).toBe('sw')
  expect(createTranslator('en-GB', null).locale).toBe('en-GB')
})

test('phrases of the page come before those of the locale; English fills in the rest', () => {
  const t = createTranslator('en', { succeeded: 'Done', back: 'Go back' }, { succeeded: 'All done' })
  expect([t('succeeded'), t('back'), t('copy')]).toEqual(['All done', 'Go back', 'Copy'])
})
