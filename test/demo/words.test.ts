import { expect, test } from 'vitest'
import { en } from '../../demo/app/words/en.ts'
import { loaders } from '../../demo/app/words/use-words.ts'
import { locales } from '../../src/widget/i18n/locales.ts'
import { localeTags } from '../../src/widget/i18n/tags.ts'
import { hasOtherMarks } from '../widget/i18n/locale-problems.ts'

/** Some languages have the English word, too. */
const sharedWords = ['checkout', 'total']
const valuesIn = (text: string) => text.match(/\{\w+\}/g) ?? []

test('tour, controls, story and shop speak every language of the widget', () => {
  expect(Object.keys(loaders).sort()).toEqual([...localeTags].sort())
})

test.each(Object.entries(loaders))(
  '%s has every text with its values, and none in English',
  async (tag, load) => {
    const { words } = await load()
    const texts = Object.entries(words)
    expect(texts.map(([key]) => key)).toEqual(Object.keys(en))
    const english = new Map<string, string>(Object.entries(en))
    for (const [key, text] of texts) {
      expect(valuesIn(text), key).toEqual(valuesIn(english.get(key) ?? ''))
      if (!sharedWords.includes(key)) expect(text, key).not.toBe(english.get(key))
      expect(text, key).not.toBe('')
      expect(hasOtherMarks(tag, text), key).toBe(false)
    }
  },
)

test.each(localeTags)('%s: the tour names a paid payment as the widget does', async (tag) => {
  const { messages } = await locales[tag]()
  expect((await loaders[tag]?.())?.words.paysText).toContain(messages.succeeded)
})
