import { z } from 'zod'
import {
  AttemptDetail,
  BalanceView,
  CheckoutDetail,
  CheckoutList,
  CheckoutSummary,
  PayoutDetail,
  PayoutList,
  PipelineList,
  ResolveReview,
  ReviewView,
} from './admin.ts'
import { Money } from './money.ts'
import { LenientAction, LenientCheckoutView } from './openapi-view.ts'
import { CreatePayout, PayoutStatus, PayoutView } from './payout.ts'
import { Problem } from './problem.ts'
import { CreateCheckout, StartAttempt } from './requests.ts'
import {
  Action,
  CheckoutView,
  Method,
  Reason,
  ReasonGroup,
  RedirectAction,
  SavedCard,
  Status,
  TransferAction,
} from './view.ts'

/** Every schema that has a name in the document, and what it is. */
const named = {
  CheckoutView: [
    LenientCheckoutView,
    'What the pane is told about a checkout. A server in another language gives at least what is required here.',
  ],
  WholeCheckoutView: [CheckoutView, "The view as Paypane's own server gives it: nothing is left out."],
  Action: [
    LenientAction,
    'What the payer must do now: transfer money by these instructions, or go to an address.',
  ],
  WholeAction: [Action, "The action as Paypane's own server gives it."],
  TransferAction: [
    TransferAction,
    'What the payer transfers to; every field is exactly what the payments service returned.',
  ],
  RedirectAction: [RedirectAction, "The payer continues on the payments service's form."],
  Status: [
    Status,
    'Where the checkout stands, in a word for the payer. What is not known is `preparing` or `pending`, never `failed` and never `succeeded`.',
  ],
  Method: [Method, 'By a transfer to a person, on the hosted card form, or with a card kept earlier.'],
  Money: [Money, 'An amount as decimal text, never a float, with its currency key.'],
  Reason: [
    Reason,
    'Why a payment failed: the action code as received, its group, and a stable key to choose words by.',
  ],
  ReasonGroup: [ReasonGroup, 'Where the cause lies.'],
  SavedCard: [SavedCard, 'A card kept at an earlier payment: an opaque id and masked digits, never a token.'],
  CreateCheckout: [
    CreateCheckout,
    'Pay an order, given by its reference or by an order token. Without a `method` the payer chooses. The amount never comes from the browser.',
  ],
  StartAttempt: [
    StartAttempt,
    'The first or another attempt; where `after` is not how many there are, nothing starts.',
  ],
  Problem: [Problem, 'Why a request was not served; `code` is what to branch on.'],
  CheckoutSummary: [CheckoutSummary, 'A checkout as a line of a list.'],
  CheckoutList: [CheckoutList, 'Newest first; `next` is the cursor of the page that follows.'],
  CheckoutDetail: [CheckoutDetail, "One order's whole story."],
  AttemptDetail: [AttemptDetail, 'One attempt as an operator sees it. Nothing secret is in it.'],
  Review: [ReviewView, 'Why an attempt needs a human.'],
  ResolveReview: [ResolveReview, "An operator's answer to a needs-review."],
  CreatePayout: [CreatePayout, 'One payout under the reference, however often it is asked for.'],
  PayoutStatus: [PayoutStatus, '`preparing`: it is not known yet whether the payments service has it.'],
  Payout: [PayoutView, 'A payout.'],
  PayoutList: [PayoutList, 'Newest first; `next` is the cursor of the page that follows.'],
  PayoutDetail: [PayoutDetail, "One payout's whole story."],
  PipelineList: [PipelineList, "The keys at the payments service by their names, in the merchant's order."],
  Balance: [BalanceView, 'The seven figures as decimal text, as the payments service gives them.'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

export type SchemaName = keyof typeof named

/** What the members of a view mean, in the words of their types. */
const members = {
  id: 'Identifies the checkout, may be logged, grants nothing by itself. Of a server that gives no `clientSecret` it has at least 128 random bits.',
  clientSecret:
    'Opens the checkout, in the header `Checkout-Secret`: only in the answer of `POST /checkouts` and in pages rendered for a payer.',
  order: "The merchant's own order reference.",
  final: 'Nothing can change any more. A failed or expired transfer is not final while it is watched.',
  paid: 'What the payments service reports, once it differs from `amount` or the checkout succeeded.',
  method: 'Null while choosing.',
  methods: 'What this payer may choose.',
  attempt: 'How many attempts there are; 0 while choosing.',
  action: 'Null when there is nothing for the payer to do.',
  reason: 'Null unless failed.',
  retry: 'The payer may start another attempt.',
  expiresAt: 'RFC 3339, UTC.',
  now: "The server's clock, so that a countdown does not trust the phone's. RFC 3339, UTC.",
  pollAfter: 'Seconds until the next question; null exactly when final.',
  savedCards: 'Only for a request that proves its customer.',
} as const satisfies { [name in keyof typeof CheckoutView.shape]?: string }

const address = (name: string): string => `#/components/schemas/${name}`

/** A named schema, as the document refers to it. */
export const ref = (name: SchemaName) => ({ $ref: address(name) })

/** The `components.schemas` of the document. */
export function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id?: string; description?: string }>()
  for (const [id, [schema, description]] of Object.entries(named)) registry.add(schema, { id, description })
  for (const view of [CheckoutView, LenientCheckoutView]) {
    for (const [name, description] of Object.entries(members)) describe(registry, view, name, description)
  }
  const { schemas } = z.toJSONSchema(registry, {
    metadata: registry,
    uri: address,
    io: 'input',
    // Whole numbers have no bound worth writing down.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return Object.fromEntries(
    Object.keys(named).map((name) => {
      const { $schema: _schema, $id: _id, id: _name, ...schema } = schemas[name] ?? {}
      return [name, schema]
    }),
  )
}

type Registry = ReturnType<typeof z.registry<{ id?: string; description?: string }>>

function describe(registry: Registry, view: z.ZodObject, name: string, description: string): void {
  const member = view.shape[name]
  if (member !== undefined) registry.add(member, { description })
}
