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
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(problems).filter(isProblemCode)),
    detail: z.string().optional(),
    instance: z.string().optional().meta({
      description:
        'Names the request: `urn:paypane:request:` and its `Request-Id`, for finding it in the log.',
    }),
    fields: z
      .array(z.object({ key: z.string(), rule: FieldRule }))
      .optional()
      .meta({ description: 'With `fields_invalid`: each field, and the rule that its value does not meet.' }),
  })
  .meta({ id: 'Problem', description: 'Why a request was not served. Branch on `code`.' })
export type Problem = z.infer<typeof Problem>
