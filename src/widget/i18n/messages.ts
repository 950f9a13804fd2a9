import type { messages } from './en.ts'

type English = typeof messages

/** A phrase with a form for each plural category of the language. */
export type Plural = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

export type MessageKey = keyof English

/** The phrases of one language. */
export type Messages = { readonly [Key in MessageKey]: English[Key] extends string ? string : Plural }

type Phrase<Key extends MessageKey> = English[Key] extends string
  ? English[Key]
  : English[Key][keyof English[Key]]

type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never

/** A value for each placeholder of a phrase. */
export type Values<Key extends MessageKey> = {
  readonly [Name in Placeholder<Phrase<Key>>]: Name extends 'count' ? number : string
}
