import { z } from 'zod'
import { isProblemCode, problems } from './problem-codes.ts'

/** The rule that the value of a payer field does not meet. */
export const FieldRule = z.enum([
  'required',
  'pattern',
  'kind',
  'option',
  'too_long',
  'not_allowed',
  'refused',
])
export type FieldRule = z.infer<typeof FieldRule>

/** RFC 9457 `application/problem+json` with a `code`. */
export const Problem = z
  .object({
    type: z.string().meta({ description: '`urn:paypane:` and where the documentation says what to do.' }),
    title: z.string().meta({ description: 'The problem in a few words; the same for every request.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    code: z.enum(Object.keys(problems).filter(isProblemCode)).meta({ description: 'What to branch on.' }),
    detail: z.string().optional().meta({ description: 'What is wrong with this request.' }),
    instance: z.string().optional().meta({
      description:
        'Names the request: `urn:paypane:request:` and its `Request-Id`, for finding it in the log.',
    }),
    fields: z
      .array(
        z.object({
          key: z.string().meta({ description: "The field's key." }),
          rule: FieldRule.meta({ description: 'The rule that its value does not meet.' }),
        }),
      )
      .optional()
      .meta({ description: 'With `fields_invalid`: each field, and the rule that its value does not meet.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request was not served. Branch on `code`.' })
export type Problem = z.infer<typeof Problem>
