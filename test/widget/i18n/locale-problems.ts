import { gzipSync } from 'node:zlib'
import { claimMessages } from '../../../src/widget/i18n/claim.ts'
import { deferredMessages } from '../../../src/widget/i18n/deferred.ts'
import { messages as english } from '../../../src/widget/i18n/en.ts'
import { needsTranslation } from '../../../src/widget/i18n/messages.ts'
import { payerFieldMessages } from '../../../src/widget/i18n/payer-fields.ts'

export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>
export type Phrases = Readonly<Record<string, Message>>

const source: Phrases = { ...english, ...payerFieldMessages, ...deferredMessages, ...claimMessages }

/** Phrases that are equal to English in these languages. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  iban: [
    'ru',
    'uk',
    'uz',
    'az',
    'tr',
    'hi',
    'bn',
    'id',
    'vi',
    'th',
    'es',
    'pt-BR',
    'fr',
    'de',
    'pl',
    'zh-CN',
  ],
  bank: ['uz', 'az', 'id', 'de', 'pl'],
}
/** Sentences end with this mark; in Thai with no mark. */
const fullStops: Readonly<Record<string, string>> = { hi: '।', bn: '।', ur: '۔', 'zh-CN': '。', th: '' }
const otherScript = ['ru', 'uk', 'kk', 'ar', 'fa', 'hi', 'bn', 'ur', 'th', 'zh-CN']
const rightToLeft = ['ar', 'fa', 'ur']
/** Some browsers end a currency name with a dot in these languages. */
const dottedCurrency = ['ar', 'ru', 'uk']
/** Phrases shown before the result is known. */
const waiting = [
  'preparing',
  'checking',
  'checkingHint',
  'returned',
  'pending',
  'pendingHint',
  'connectionLost',
]
/** Marks that these languages write otherwise: oʻ and ʼ in Uzbek, the spaces before marks in French. */
const otherMarks: Readonly<Record<string, RegExp>> = { uz: /[‘’]/, fr: /(?<!\u202f)[?!;]|(?<!\u00a0)[:»]/ }
const maxGzip = 3700

/** Lists the faults of a locale, one line each. `untranslated`: what it may lack. */
export function problemsOf(
  tag: string,
  own: Phrases,
  untranslated: readonly string[] = needsTranslation,
): string[] {
  const missing = Object.keys(source).filter((key) => !(key in own) && !untranslated.includes(key))
  const extra = Object.keys(own).filter((key) => !(key in source))
  const isTooHeavy = gzipSync(JSON.stringify(own)).length >= maxGzip
  return [
    ...missing.map((key) => `${key}: missing`),
    ...extra.map((key) => `${key}: not a phrase of English`),
    ...Object.entries(source).flatMap(([key, phrase]) => {
      const message = own[key]
      return message === undefined ? [] : phraseProblems(tag, key, phrase, message)
    }),
    ...claimProblems(own),
    ...(isTooHeavy ? ['the file: too heavy'] : []),
  ]
}

export const hasOtherMarks = (tag: string, text: string): boolean => otherMarks[tag]?.test(text) ?? false

function phraseProblems(tag: string, key: string, phrase: Message, message: Message): string[] {
  if (typeof phrase !== typeof message)
    return [`${key}: counts where English does not, or the other way round`]
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  const faults = [
    ...(typeof message === 'string'
      ? placeholderProblems(phrase, [message])
      : pluralProblems(tag, phrase, message)),
    ...texts.flatMap((text) => textProblems(tag, phrase, text)),
  ]
  if (JSON.stringify(message) === JSON.stringify(phrase) && !sameAsEnglish[key]?.includes(tag)) {
    faults.push('not translated')
  }
  return [...new Set(faults)].map((fault) => `${key}: ${fault}`)
}

function placeholderProblems(phrase: Message, texts: readonly string[]): string[] {
  const wanted = placeholders(sample(phrase))
  return texts.some((text) => placeholders(text) !== wanted) ? ['other placeholders than in English'] : []
}

/** Exactly the plural categories of the language. Only a form for a single number may omit `{count}`. */
function pluralProblems(tag: string, phrase: Message, forms: Exclude<Message, string>): string[] {
  const rules = new Intl.PluralRules(tag)
  const categories = rules.resolvedOptions().pluralCategories
  const numbers = Array.from({ length: 200 }, (_, number) => rules.select(number))
  const mayLeaveOut = (category: string) =>
    category !== 'other' && numbers.filter((one) => one === category).length === 1
  const counted = Object.entries(forms).filter(
    ([category, text]) => text.includes('{') || !mayLeaveOut(category),
  )
  const isComplete = Object.keys(forms).sort().join() === categories.toSorted().join()
  return [
    ...(isComplete ? [] : ['other plural forms than the language has']),
    ...placeholderProblems(
      phrase,
      counted.map(([, text]) => text),
    ),
  ]
}

function textProblems(tag: string, phrase: Message, text: string): string[] {
  const wanted = sample(phrase)
  const plain = text.replace(/\{\w+\}/g, '')
  const stop = fullStops[tag] ?? '.'
  const isStopped = /[.。।۔]$/.test(text)
  const found: Readonly<Record<string, boolean>> = {
    'empty, or space around it': text.trim() !== text || text === '',
    'far longer than English': [...text].length > wanted.length * 2.2 + 20,
    'typewriter marks': /['"]|\.\.\.| {2}| [?!:;]/.test(text),
    'marks that the language writes otherwise': hasOtherMarks(tag, text),
    'an ending that a line may cut off at its hyphen': text.includes('(-'),
    'another end than a sentence, or a label, has':
      isStopped !== (wanted.endsWith('.') && stop !== '') || (isStopped && !text.endsWith(stop)),
    'words left in English':
      otherScript.includes(tag) && /[a-z]/i.test(plain.replace(/\b(?:IBAN|QR|JPEG|PNG|WebP|PDF|MB)\b/g, '')),
    'direction marks but isolates around a value': /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(
      text.replace(/\u2068\{\w+\}\u2069/g, ''),
    ),
    'a full stop after an amount that may end in one':
      dottedCurrency.includes(tag) && /\{(?:amount|paid)\}\u2069?\./.test(text),
    'a value that is not isolated':
      rightToLeft.includes(tag) && /(?<!\u2068)\{(?:order|amount|paid|shop|details)\}/.test(text),
  }
  return Object.entries(found).flatMap(([fault, isFound]) => (isFound ? [fault] : []))
}

/** No phrase claims "paid" before the payment succeeded. */
function claimProblems(own: Phrases): string[] {
  const paid = String(own['succeeded']).toLowerCase()
  return waiting
    .filter((key) => String(own[key]).toLowerCase().includes(paid))
    .map((key) => `${key}: claims paid while waiting`)
}

function placeholders(text: string): string {
  return (text.match(/\{\w*\}?/g) ?? []).toSorted().join()
}

function sample(phrase: Message): string {
  return typeof phrase === 'string' ? phrase : (phrase.other ?? '')
}
