import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../../../src/widget/i18n/locales.ts'
import { needsTranslation } from '../../../src/widget/i18n/messages.ts'
import { localeFor, localeTags } from '../../../src/widget/i18n/tags.ts'
import { canonicalTag, createTranslator } from '../../../src/widget/i18n/translator.ts'
import { phrase } from '../../../src/widget/view/deferred/phrase.ts'
import { type Phrases, problemsOf } from './locale-problems.ts'

test('the locales match the files', () => {
  const files = readdirSync(new URL('../../../src/widget/i18n/locales', import.meta.url))
  expect(files.sort()).toEqual(localeTags.map((tag) => `${tag}.ts`).sort())
  expect(Object.keys(locales).sort()).toEqual([...localeTags].sort())
})

test('there are twenty locales besides English', () => {
  const spoken = 'ru uk kk uz az tr ar fa hi bn ur id vi th es pt-BR fr de pl zh-CN'
  expect([...localeTags].sort()).toEqual(spoken.split(' ').sort())
})

test('the glossary has a section for each language', () => {
  const glossary = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
  const sections = [...glossary.matchAll(/^### .* \(`(.*)`\)$/gm)].map(([, tag]) => tag)
  expect(sections.sort()).toEqual(['en', ...localeTags].sort())
})

test.each(localeTags)('%s translates every phrase', async (tag) => {
  const { messages } = await locales[tag]()
  expect(problemsOf(tag, messages)).toEqual([])
})

test('a phrase that needs translation may be missing, and is in English; any other is a fault', async () => {
  const { messages } = await locales.uk()
  const { back: _, ...withoutBack } = messages
  expect(problemsOf('uk', withoutBack)).toEqual(['back: missing'])
  expect(problemsOf('uk', withoutBack, ['back', ...needsTranslation])).toEqual([])
  expect(createTranslator('uk', withoutBack)('back')).toBe('Back')
})

test.each(localeTags)('%s has the right text direction', async (tag) => {
  const { messages } = await locales[tag]()
  const { direction } = createTranslator(tag, messages)
  expect(direction).toBe(['ar', 'fa', 'ur'].includes(tag) ? 'rtl' : 'ltr')
})

test('a tag selects the locale of its language', () => {
  const tags = ['uk-UA', 'UK', 'pt', 'pt_BR', 'es-419', 'zh-Hans-HK', 'ar-EG', 'en-GB', 'tlh']
  expect(tags.map((tag) => localeFor(canonicalTag(tag)))).toEqual([
    'uk',
    'uk',
    'pt-BR',
    'pt-BR',
    'es',
    'zh-CN',
    'ar',
    null,
    null,
  ])
})

test('Chinese in traditional characters is English, not simplified Chinese', () => {
  for (const tag of ['zh-Hant', 'zh-Hant-HK', 'zh-TW', 'zh_TW', 'zh-HK', 'zh-MO'])
    expect(localeFor(canonicalTag(tag))).toBeNull()
})

test.each([
  ['uk', [1, 2, 5, 21], ['1 день', '2 дні', '5 днів', '21 день']],
  ['pl', [1, 2, 5, 22], ['1 dzień', '2 dni', '5 dni', '22 dni']],
  ['ar', [1, 2, 3, 11, 100], ['يوم واحد', 'يومان', '3 أيام', '11 يومًا', '100 يوم']],
  ['de', [1, 2], ['1 Tag', '2 Tage']],
  ['zh-CN', [1, 2], ['1 天', '2 天']],
] as const)('%s uses the right plural forms', async (tag, counts, days) => {
  const { messages } = await locales[tag]()
  const t = createTranslator(tag, messages)
  expect(counts.map((count) => phrase(t, 'daysLeft', { count }))).toEqual(days)
})

test('an Arabic phrase isolates the order reference', async () => {
  const t = createTranslator('ar', (await locales.ar()).messages)
  expect(t('order', { order: '1042-7' })).toContain('\u20681042-7\u2069')
})

const { messages: ukrainian } = await locales.uk()
const { messages: arabic } = await locales.ar()
const { messages: german } = await locales.de()
const { messages: french } = await locales.fr()
const { messages: uzbek } = await locales.uz()
const without = (phrases: Phrases, left: string): Phrases =>
  Object.fromEntries(Object.entries(phrases).filter(([key]) => key !== left))

test.each<[string, string, Phrases, string]>([
  ['a missing phrase', 'uk', without(ukrainian, 'back'), 'back: missing'],
  ['a phrase too many', 'uk', { ...ukrainian, color: 'Колір' }, 'color: not a phrase of English'],
  ['an untranslated phrase', 'de', { ...german, back: 'Back' }, 'back: not translated'],
  ['a phrase half in English', 'uk', { ...ukrainian, back: 'Назад back' }, 'back: words left in English'],
  [
    'a lost placeholder',
    'uk',
    { ...ukrainian, order: 'Замовлення' },
    'order: other placeholders than in English',
  ],
  [
    'a renamed placeholder',
    'uk',
    { ...ukrainian, order: '{nr}' },
    'order: other placeholders than in English',
  ],
  [
    'a missing plural form',
    'uk',
    { ...ukrainian, daysLeft: { one: '{count} день', few: '{count} дні', other: '{count} дня' } },
    'daysLeft: other plural forms than the language has',
  ],
  [
    'a plural form that the language lacks',
    'uk',
    { ...ukrainian, daysLeft: { ...ukrainian.daysLeft, two: '{count} дні' } },
    'daysLeft: other plural forms than the language has',
  ],
  [
    'a number left out of a form that serves several',
    'uk',
    { ...ukrainian, daysLeft: { ...ukrainian.daysLeft, one: 'один день' } },
    'daysLeft: other placeholders than in English',
  ],
  [
    'a plain phrase where it has to count',
    'uk',
    { ...ukrainian, daysLeft: '{count} дн.' },
    'daysLeft: counts where English does not, or the other way round',
  ],
  ['space around a phrase', 'uk', { ...ukrainian, back: 'Назад ' }, 'back: empty, or space around it'],
  ['an empty phrase', 'uk', { ...ukrainian, back: '' }, 'back: empty, or space around it'],
  [
    'a phrase that is too long',
    'uk',
    { ...ukrainian, copy: 'я'.repeat(40) },
    'copy: far longer than English',
  ],
  ['a typewriter quote', 'uk', { ...ukrainian, back: 'Назад"' }, 'back: typewriter marks'],
  [
    'a quote for a letter',
    'uz',
    { ...uzbek, methodTransfer: 'O‘tkazma' },
    'methodTransfer: marks that the language writes otherwise',
  ],
  [
    'a wide space before a question mark',
    'fr',
    { ...french, choose: 'Comment payer\u00a0?' },
    'choose: marks that the language writes otherwise',
  ],
  [
    'a label that ends like a sentence',
    'uk',
    { ...ukrainian, back: 'Назад.' },
    'back: another end than a sentence, or a label, has',
  ],
  [
    'an ending after a hyphen',
    'uk',
    { ...ukrainian, reportSent: 'Я оплатив(-ла)' },
    'reportSent: an ending that a line may cut off at its hyphen',
  ],
  [
    'a stray direction mark',
    'ar',
    { ...arabic, back: '\u200fرجوع' },
    'back: direction marks but isolates around a value',
  ],
  [
    'a full stop after an amount',
    'uk',
    { ...ukrainian, succeededOtherAmount: 'Не {paid}, а {amount}.' },
    'succeededOtherAmount: a full stop after an amount that may end in one',
  ],
  ['a bare order', 'ar', { ...arabic, order: 'الطلب {order}' }, 'order: a value that is not isolated'],
  [
    'a claim while waiting',
    'uk',
    { ...ukrainian, pending: 'Оплачено' },
    'pending: claims paid while waiting',
  ],
])('%s is found', (_, tag, phrases, fault) => {
  expect(problemsOf(tag, phrases)).toEqual([fault])
})
