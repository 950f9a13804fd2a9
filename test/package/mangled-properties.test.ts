import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CreateCheckout, StartAttempt } from '../../src/contract/requests.ts'
import { CheckoutView } from '../../src/contract/view.ts'
import { optionsOf } from '../../src/widget/embed/component.ts'
import { messages } from '../../src/widget/i18n/en.ts'
import { mangledProperties } from '../../vite.config.ts'

/** Every key that an object of a schema may have, however deep. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, part]) =>
    name === 'properties' && typeof part === 'object' && part !== null
      ? [...Object.keys(part), ...keysOf(Object.values(part))]
      : keysOf(part),
  )
}

describe('what the script-tag file renames is no name of', () => {
  test.each<[string, readonly string[]]>([
    ['the view', keysOf(z.toJSONSchema(CheckoutView))],
    ['a request', keysOf(z.toJSONSchema(z.union([CreateCheckout, StartAttempt])))],
    ['an option', Object.keys(optionsOf({ endpoint: '/pay' }))],
    ['a phrase', Object.keys(messages)],
    ['an event', ['type', 'detail', 'view', 'code', 'url', 'field']],
    ['a mounted pane', ['mount', 'view', 'refresh', 'update', 'unmount']],
    ['a file beside', ['messages', 'paintText']],
  ])('%s', (_, names) => {
    expect(names.length).toBeGreaterThan(1)
    expect(mangledProperties.filter((name) => names.includes(name))).toEqual([])
  })
})
