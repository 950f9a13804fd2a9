import { roundHalfUp } from '../service/amount.ts'
import { cardOfForeignToken, cardOfToken, type UsedCard } from './cards.ts'
import type { Config, Pipeline } from './config.ts'
import type { Core } from './core.ts'
import { makeInstructions } from './instructions.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import type { CreateRequest } from './requests.ts'
import type { Plan, Scenario } from './scenarios.ts'
import { beginnings } from './transitions.ts'

/** P2P amounts are rounded half-up to two decimals; those of other flows stay as given. */
export const orderAmount = ({ profile }: Pipeline, amount: string): string =>
  profile === 'p2p' ? roundHalfUp(amount, 2) : amount

/** The status and the codes an order begins with; one that is created but fails has the code of its failure last. */
function beginningOf({ profile }: Pipeline, failsWith: string | undefined) {
  const { status, codes } = beginnings[profile]
  return failsWith ? { status: 'Failed', codes: [...codes.slice(0, 2), failsWith] } : { status, codes }
}

/** The saved card that a token deposit names; null where it is not one of ours and such are not accepted. */
function savedCard({ additionalFields }: CreateRequest, { foreignTokens }: Config): UsedCard | null {
  const token = String(additionalFields.find(({ key }) => key === 'cardStorageToken')?.value)
  return cardOfToken(token) ?? (foreignTokens === 'accepted' ? cardOfForeignToken(token) : null)
}

/** What goes on by itself: a payout is taken up, and a saved card without a page to ask for its code pays. */
function ownPlans(order: SandboxOrder): Plan[] {
  if (order.profile === 'payout') return [{ after: 2, do: 'process' }]
  return order.profile === 'token' && !order.formUrl ? [{ after: 5, do: 'pay' }] : []
}

/** Makes an order out of a create that all rules let through. `host` is the address of the payment page's host. */
export async function place(
  core: Core,
  pipeline: Pipeline,
  request: CreateRequest,
  scenario: Scenario | null,
  host: string,
): Promise<SandboxOrder> {
  const random = core.nextRandom()
  const config = core.config()
  const { tokenForm, instructions } = config
  const { profile } = pipeline
  const card = profile === 'token' ? savedCard(request, config) : null
  const unusable = profile === 'token' && !card ? '2.2.4.15' : undefined
  const { status, codes } = beginningOf(pipeline, scenario?.failsWith ?? unusable)
  const createdAt = core.diary.now()
  const formToken = random.letters(32)
  const hasForm = status !== 'Failed' && profile !== 'payout' && (profile !== 'token' || tokenForm === 'url')
  const order: SandboxOrder = {
    externalId: random.uuid(),
    externalTransactionId: request.externalTransactionId,
    pipeline: pipeline.name,
    profile,
    status,
    amount: request.amount,
    askedAmount: request.amount,
    currency: request.currency,
    callbackUrl: request.callbackUrl,
    redirects: {
      processing: request.processingRedirectUrl,
      success: request.successRedirectUrl,
      failed: request.failedRedirectUrl,
    },
    additionalFields: request.additionalFields,
    paymentDetails: null,
    formUrl: hasForm ? `${host}/form?token=${formToken}` : null,
    externalParams: null,
    card,
    confirming: null,
    history: codes.map((code) => historyEntry(code, createdAt)),
    createdAt,
    travel: scenario?.travel ?? 'normal',
    confirmedAt: null,
  }
  // Before anything is waited for: a second create with the same id must find it.
  core.orders.add(order, formToken)
  if (profile === 'p2p' && order.formUrl) {
    const settings = scenario?.formOnly ? { ...instructions, fields: [] } : instructions
    order.paymentDetails = { formUrl: order.formUrl, ...(await makeInstructions(random, settings, order)) }
  }
  core.lifecycle.begin(order, [...ownPlans(order), ...(scenario?.later ?? [])])
  return order
}
