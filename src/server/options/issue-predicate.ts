import { z } from 'zod'

/** What is wrong with a value, as a predicate such as "is not a list", where its schema has no message of its own. */
export const issuePredicate: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = nouns[issue.expected] ?? issue.expected
      return issue.input === undefined ? `is missing: give ${expected}` : `is not ${expected}`
    }
    case 'invalid_value':
      return `is not ${alternatives.format(issue.values.map(String))}`
    case 'too_small':
      return issue.origin === 'number' ? `is less than ${issue.minimum}` : 'is empty'
    case 'too_big':
      return issue.origin === 'number'
        ? `is greater than ${issue.maximum}`
        : `is longer than ${issue.maximum} characters`
    case 'invalid_key':
      return 'has an empty name'
    case 'unrecognized_keys':
      return `has an unknown member: ${issue.keys.join(', ')}`
    default:
      return undefined
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The members that the object at a path can have. */
export function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return namesAt(schema.unwrap(), path)
  const [name, ...rest] = path
  if (schema instanceof z.ZodObject) {
    if (name === undefined) return Object.keys(schema.shape)
    const member = schema.shape[String(name)]
    return member === undefined ? [] : namesAt(member, rest)
  }
  if (schema instanceof z.ZodRecord) return namesAt(schema.valueType, rest)
  return schema instanceof z.ZodArray ? namesAt(schema.element, rest) : []
}
