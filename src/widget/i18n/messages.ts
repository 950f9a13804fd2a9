import type { messages } from './en.ts'

type English = typeof messages

/** A phrase that counts: a form for each plural category that the language has. */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

export type MessageKey = keyof English

/** Every phrase in one language. */
export type Messages = { readonly [Key in MessageKey]: English[Key] extends string ? string : Plural }

type Phrase<Key extends MessageKey> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** What a phrase has to be given: a value for each of its placeholders. */
export type Values<Key extends MessageKey> = {
  readonly [Name in Placeholder<Phrase<Key>>]: Name extends 'count' ? number : string
}
