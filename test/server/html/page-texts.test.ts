import { expect, test } from 'vitest'
import { pageTexts } from '../../../src/server/html/page-texts.ts'
import { locales } from '../../../src/widget/i18n/locales.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { hasOtherMarks } from '../../widget/i18n/locale-problems.ts'

test.each(localeTags)('%s: until when to pay is no claim that the time is over', async (tag) => {
  const { messages } = await locales[tag]()
  expect(pageTexts(tag).payUntil.replace(/[:：]$/, '')).not.toBe(messages.expired)
})

test.each(localeTags)('%s: the page has the marks of the language', (tag) => {
  expect(Object.values(pageTexts(tag)).filter((text) => hasOtherMarks(tag, text))).toEqual([])
})
