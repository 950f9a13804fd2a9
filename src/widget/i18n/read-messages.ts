import { messages as english } from './en.ts'
import type { Messages } from './messages.ts'

/** Validates the messages of a locale: every key of English, as text or as plural forms. */
export function isMessages(value: unknown): value is Messages {
  return Object.entries(english).every(([key, message]) => {
    const own = memberOf(value, key)
    return typeof message === 'string' ? typeof own === 'string' : isPlural(own)
  })
}

function isPlural(value: unknown): boolean {
  return (
    typeof memberOf(value, 'other') === 'string' &&
    Object.values(Object(value)).every((form) => typeof form === 'string')
  )
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
