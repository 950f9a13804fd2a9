import type { claimMessages } from './claim.ts'
import type { deferredMessages } from './deferred.ts'
import type { messages } from './en.ts'
import type { payerFieldMessages } from './payer-fields.ts'

type BuiltIn = typeof messages
type English = BuiltIn & typeof payerFieldMessages & typeof deferredMessages & typeof claimMessages

/** A phrase with a form for each plural category of the language. */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & {
  /** Where the language has no own form for the number. */
  readonly other: string
}

/** A phrase that every page has in English. */
export type MessageKey = keyof BuiltIn

type NeedsTranslation = (typeof needsTranslation)[number]
type Phrases = { readonly [Key in keyof English]: English[Key] extends string ? string : Plural }

/** The phrases of one language. Those that still need translation may be missing. */
export type Messages = Omit<Phrases, NeedsTranslation> & Partial<Pick<Phrases, NeedsTranslation>>

type Phrase<Key extends keyof English> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** A value for each placeholder of a phrase. */
export type Values<Key extends keyof English> = {
  readonly [Name in Placeholder<Phrase<Key>>]: Name extends 'count' ? number : string
}

/** New phrases that locales may lack, and show in English, until somebody translates them. Empty at a release. */
export const needsTranslation = [] as const satisfies readonly (keyof typeof messages)[]
