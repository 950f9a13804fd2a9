import { z } from 'zod'
import { nullableText, time } from './members.ts'

/** What an operator may do. */
export const Scope = z.enum(['read', 'resolve', 'payout:create', 'payout:approve']).meta({
  id: 'Scope',
  description:
    '`read`: see everything. `resolve`: decide reviews and claims, reopen, acknowledge, send events again, erase a customer. `payout:create` and `payout:approve`: the two persons of a payout; `payout:create` also refunds.',
})
export type Scope = z.infer<typeof Scope>

/** `GET /admin/me`: the operator of the request. */
export const Operator = z
  .object({
    name: z.string().trim().min(1).max(100).meta({
      description: 'Recorded with every action. Two names that differ only in case are one person.',
    }),
    scopes: z.array(Scope).meta({ description: 'What the operator may do.' }),
  })
  .meta({ id: 'Operator', description: 'The operator of the request.' })
export type Operator = z.infer<typeof Operator>

/** Names that differ only in case, width or surrounding space are one person's. */
export const isSamePerson = (a: string, b: string): boolean => canonicalName(a) === canonicalName(b)
export const canonicalName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

/** One line of `GET /admin/audit`. */
export const AuditLine = z
  .object({
    seq: z
      .int()
      .meta({ description: 'From 1 in the order of the commits, without gaps. The cursor `after`.' }),
    at: time('When.'),
    operator: z.string().meta({ description: "The operator's name." }),
    address: nullableText.meta({ description: "The client's address; null if it is unknown." }),
    action: z.string().meta({ description: 'The `operationId` of the request in this document.' }),
    ref: nullableText.meta({
      description:
        'Of what: the id of a checkout, callback or event, a payout reference, the number of a claim, a customer; null: of a list.',
    }),
    detail: nullableText.meta({
      description: '`100.00 UAH`, `attempt 1: discard` …; null where the action says it all.',
    }),
    note: nullableText.meta({ description: "The operator's reason; null: none was given." }),
  })
  .meta({ id: 'AuditLine', description: "An operator's action, or a read of a person's data." })
export type AuditLine = z.infer<typeof AuditLine>
