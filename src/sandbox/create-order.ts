import { roundHalfUp } from '../service/amount.ts'
import { cardFromForeignToken, cardFromToken, type UsedCard } from './cards.ts'
import type { Config, Pipeline } from './config.ts'
import type { CreateRequest } from './create-request.ts'
import { createInstructions } from './instructions.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import type { PlannedEvent, Scenario } from './scenarios.ts'
import type { Services } from './services.ts'
import { initialStates } from './transitions.ts'

/** P2P amounts are rounded half-up to two decimals; those of other flows stay as given. */
export const orderAmount = ({ profile }: Pipeline, amount: string): string =>
  profile === 'p2p' ? roundHalfUp(amount, 2) : amount

/** The status and the codes an order begins with; one that is created but fails has the code of its failure last. */
function initialStateOf({ profile }: Pipeline, failsWith: string | undefined) {
  const { status, codes } = initialStates[profile]
  return failsWith ? { status: 'Failed', codes: [...codes.slice(0, 2), failsWith] } : { status, codes }
}

/** The saved card that a token deposit names; null where it is not one of ours and such are not accepted. */
function findSavedCard({ additionalFields }: CreateRequest, { foreignTokens }: Config): UsedCard | null {
  const token = String(additionalFields.find(({ key }) => key === 'cardStorageToken')?.value)
  return cardFromToken(token) ?? (foreignTokens === 'accepted' ? cardFromForeignToken(token) : null)
}

/** What goes on by itself: a payout is taken up, and a saved card without a page to ask for its code pays. */
function automaticEvents(order: SandboxOrder): PlannedEvent[] {
  if (order.profile === 'payout') return [{ after: 2, action: 'process' }]
  return order.profile === 'token' && !order.formUrl ? [{ after: 5, action: 'pay' }] : []
}

export type OrderServices = Pick<Services, 'config' | 'orders' | 'scheduler' | 'lifecycle' | 'nextRandom'>

/** Makes an order out of a create that all rules let through. `host` is the address of the payment page's host. */
export async function createOrder(
  { config: getConfig, orders, scheduler, lifecycle, nextRandom }: OrderServices,
  pipeline: Pipeline,
  request: CreateRequest,
  scenario: Scenario | null,
  hostUrl: string,
): Promise<SandboxOrder> {
  const random = nextRandom()
  const config = getConfig()
  const { tokenForm, instructions } = config
  const { profile } = pipeline
  const card = profile === 'token' ? findSavedCard(request, config) : null
  const tokenFailure = profile === 'token' && !card ? '2.2.4.15' : undefined
  const { status, codes } = initialStateOf(pipeline, scenario?.failsWith ?? tokenFailure)
  const createdAt = scheduler.now()
  const formToken = random.letters(32)
  const hasForm = status !== 'Failed' && profile !== 'payout' && (profile !== 'token' || tokenForm === 'url')
  const order: SandboxOrder = {
    externalId: random.uuid(),
    externalTransactionId: request.externalTransactionId,
    pipeline: pipeline.name,
    profile,
    status,
    amount: request.amount,
    requestedAmount: request.amount,
    currency: request.currency,
    callbackUrl: request.callbackUrl,
    redirects: {
      processing: request.processingRedirectUrl,
      success: request.successRedirectUrl,
      failed: request.failedRedirectUrl,
    },
    additionalFields: request.additionalFields,
    paymentDetails: null,
    formUrl: hasForm ? `${hostUrl}/form?token=${formToken}` : null,
    externalParams: null,
    card,
    pendingConfirmation: null,
    history: codes.map((code) => historyEntry(code, createdAt)),
    createdAt,
    deliveryMode: scenario?.deliveryMode ?? 'normal',
    confirmedAt: null,
  }
  // Before anything is waited for: a second create with the same id must find it.
  orders.add(order, formToken)
  if (profile === 'p2p' && order.formUrl) {
    const settings = scenario?.formOnly ? { ...instructions, fields: [] } : instructions
    order.paymentDetails = { formUrl: order.formUrl, ...(await createInstructions(random, settings, order)) }
  }
  lifecycle.start(order, [...automaticEvents(order), ...(scenario?.plannedEvents ?? [])])
  return order
}
