import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { messages as english } from '../../../src/widget/i18n/en.ts'
import { locales } from '../../../src/widget/i18n/locales.ts'
import { localeFor, localeTags } from '../../../src/widget/i18n/tags.ts'
import { createTranslator } from '../../../src/widget/i18n/translator.ts'

type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>

const formsOf = (message: Message | undefined) =>
  typeof message === 'object' ? message : { other: message ?? '' }
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
/** Words that are the same in every language. */
const untranslatable = new Set<string>(['iban'])

test('every locale has a file, and every file is a locale', () => {
  const files = readdirSync(new URL('../../../src/widget/i18n/locales', import.meta.url))
  expect(files.sort()).toEqual(localeTags.map((tag) => `${tag}.ts`).sort())
  expect(Object.keys(locales).sort()).toEqual([...localeTags].sort())
})

describe.each([...localeTags])('%s', async (tag) => {
  const { messages } = await locales[tag]()
  const own: Readonly<Record<string, Message>> = messages
  const source: Readonly<Record<string, Message>> = english

  test('has the phrases of English, no more and no less', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(source).sort())
  })

  test('keeps the placeholders of each phrase', () => {
    const named = (phrases: Readonly<Record<string, Message>>) =>
      Object.entries(phrases).map(([key, message]) => [key, placeholders(formsOf(message).other ?? '')])
    expect(Object.fromEntries(named(own))).toEqual(Object.fromEntries(named(source)))
  })

  test('says each phrase in its own words', () => {
    const same = Object.keys(source).filter((key) => !untranslatable.has(key) && own[key] === source[key])
    expect(same).toEqual([])
  })

  test('has a form for each plural category of the language', () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted()
    for (const key of Object.keys(source).filter((name) => typeof source[name] === 'object')) {
      expect([key, Object.keys(formsOf(own[key])).sort()]).toEqual([key, categories])
    }
  })
})

test('a tag is served by its language', () => {
  expect([localeFor('uk-UA'), localeFor('UK'), localeFor('en-GB'), localeFor('tlh')]).toEqual([
    'uk',
    'uk',
    null,
    null,
  ])
})

test('a made-up tag is read as English', () => {
  expect(createTranslator('not a tag!').locale).toBe('en')
})

test('Ukrainian counts in its four forms', async () => {
  const { messages } = await locales.uk()
  const t = createTranslator('uk', messages)
  expect([1, 2, 5, 21].map((count) => t('daysLeft', { count }))).toEqual([
    '1 день',
    '2 дні',
    '5 днів',
    '21 день',
  ])
})

test('a merchant’s own words come first, and English fills in', () => {
  const t = createTranslator('en', { succeeded: 'All done' })
  expect([t('succeeded'), t('copy')]).toEqual(['All done', 'Copy'])
})
