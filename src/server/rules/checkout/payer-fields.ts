import { z } from 'zod'
import type { FieldRule } from '../../../contract/problem.ts'
import { PayerField } from '../../../contract/view.ts'
import { isMissingField } from '../../../service/error-response.ts'
import { brokenRule, valueToSend } from '../../../widget/view/payer-fields/check-value.ts'
import type { Attempt } from '../model.ts'
import { compilePattern } from './linear-pattern.ts'

const languageTag = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

const LocalizedText = z.union(
  [
    z.string().min(1),
    z
      .record(z.string(), z.string().min(1))
      .refine((texts) => Object.keys(texts).length > 0, 'has no language')
      .refine(
        (texts) => Object.keys(texts).every((tag) => languageTag.test(tag)),
        'has a key that is no language tag, such as uk or pt-BR',
      ),
  ],
  'is neither text nor texts by language, such as { uk: "Банк" }',
)
type LocalizedText = z.infer<typeof LocalizedText>

const defaultMaxLength = 256

/** A field as `order()` declares it, with its defaults. */
export const DeclaredField = z
  .strictObject({
    ...PayerField.shape,
    required: z.boolean().default(true),
    /** Requested only after the service has refused an attempt because it was missing. */
    onDemand: z.boolean().default(false),
    maxLength: PayerField.shape.maxLength.default(defaultMaxLength),
    options: z
      .array(z.strictObject({ value: z.string().trim().min(1), label: LocalizedText }))
      .min(1)
      .optional(),
    label: LocalizedText.optional(),
    hint: LocalizedText.optional(),
  })
  .superRefine(({ key, kind, pattern, options }, context) => {
    const addProblem = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (key === cardTokenKey) addProblem('key', `"${key}" is set by Paypane`)
    const compiled = pattern === undefined ? null : compilePattern(pattern)
    if (compiled !== null && 'problem' in compiled) addProblem('pattern', compiled.problem)
    if (kind === 'select' && options === undefined) addProblem('options', 'are missing')
    if (kind !== 'select' && options !== undefined) addProblem('options', 'are for a select only')
  })
export type DeclaredField = z.infer<typeof DeclaredField>

/** The additional field of a saved card, which no payer and no merchant sets. */
export const cardTokenKey = 'cardStorageToken'

/** A key such as `cardNumber`, `pan` or `cvv2`: what a merchant without a certification must not receive. */
export const isCardDataKey = (key: string): boolean =>
  /^(?:.*card.*(?:num|no$|pan|cv[vc]|code|expir)|(?:card|pan|cv[vc]2?)$)/i.test(key)

/**
 * Checks what a payer filled in: the values to send, by key, and what is wrong with those given. Values are trimmed and written
 * as the service expects them; empty ones are left out.
 */
export function checkFields(fields: readonly DeclaredField[], given: Readonly<Record<string, string>>) {
  const keys = new Set(fields.map(({ key }) => key))
  const typed = new Map(Object.entries(given))
  const unknown = [...typed.keys()].filter((key) => !keys.has(key))
  const checked = fields.map((field) => {
    const value = valueToSend(field, typed.get(field.key) ?? '')
    return { key: field.key, value, rule: ruleOf(field, value) }
  })
  const filled = checked.filter(({ value, rule }) => rule === null && value !== '')
  return {
    values: Object.fromEntries(filled.map(({ key, value }) => [key, value])),
    invalid: [
      ...checked.flatMap(({ key, rule }) => (rule === null ? [] : [{ key, rule }])),
      ...unknown.map((key) => ({ key, rule: 'not_allowed' as const })),
    ],
  }
}

/** The rules that the widget checks too, and the merchant's pattern. */
function ruleOf(field: DeclaredField, value: string): FieldRule | null {
  const rule = brokenRule(field, value)
  if (rule !== null || value === '' || field.pattern === undefined) return rule
  return matchesPattern(field.pattern, value) ? null : 'pattern'
}

function matchesPattern(pattern: string, value: string): boolean {
  const compiled = compilePattern(pattern)
  return 'test' in compiled && compiled.test(value)
}

/**
 * The fields that were missing when the service refused these attempts. The code of a refusal says only that one is
 * missing, which can be any field on demand. If the message names one, it is that one, once for each field.
 */
export function demandedKeys(
  fields: readonly DeclaredField[],
  attempts: readonly { refusal: Attempt['refusal'] }[],
): ReadonlySet<string> {
  const demanded = new Set<string>()
  for (const { refusal } of attempts) {
    if (refusal === null || !isMissingField(refusal)) continue
    const named = fields.find(({ key }) => key.toLowerCase() === refusal.field?.toLowerCase())
    const isChosen = named?.onDemand === true && !demanded.has(named.key)
    const onDemand = isChosen ? [] : fields.filter((field) => field.onDemand)
    for (const { key } of named === undefined ? onDemand : [...onDemand, named]) demanded.add(key)
  }
  return demanded
}

/** The field as the view lists it, in the first of these languages that it has. */
export function payerFieldOf(field: DeclaredField, languages: readonly string[]): PayerField {
  const { onDemand: _, label, hint, options, ...rest } = field
  const inLanguage = (text: LocalizedText): string => textIn(text, languages)
  return {
    ...rest,
    ...(label === undefined ? {} : { label: inLanguage(label) }),
    ...(hint === undefined ? {} : { hint: inLanguage(hint) }),
    ...(options === undefined
      ? {}
      : { options: options.map(({ value, label }) => ({ value, label: inLanguage(label) })) }),
  }
}

/** `uk` also serves `uk-UA`, and the other way round. Without a match: English, else the first. */
function textIn(text: LocalizedText, languages: readonly string[]): string {
  if (typeof text === 'string') return text
  const texts = Object.entries(text).map(([tag, value]) => ({ tag: tag.toLowerCase(), value }))
  const base = (tag: string): string => tag.split('-')[0] ?? tag
  for (const language of [...languages.map((tag) => tag.toLowerCase()), 'en']) {
    const match =
      texts.find(({ tag }) => tag === language) ?? texts.find(({ tag }) => base(tag) === base(language))
    if (match !== undefined) return match.value
  }
  return texts[0]?.value ?? ''
}
