import { cardFromForeignToken, cardFromToken, type UsedCard } from './cards.ts'
import type { Config, Pipeline } from './config.ts'
import type { CreateRequest } from './create-request.ts'
import { historyEntry, type SandboxOrder } from './order.ts'
import { createDetails } from './payment-details.ts'
import type { PlannedEvent, Scenario } from './scenarios.ts'
import type { Services } from './services.ts'
import { initialStates } from './transitions.ts'

/** The initial status and action codes; an order that fails on creation ends with the failure code. */
function initialStateOf({ profile }: Pipeline, failsWith: string | undefined) {
  const { status, codes } = initialStates[profile]
  return failsWith === undefined
    ? { status, codes }
    : { status: 'Failed', codes: [...codes.slice(0, 2), failsWith] }
}

/** The saved card of a token deposit; null if the token is foreign and foreign tokens are not accepted. */
function findSavedCard({ additionalFields }: CreateRequest, { foreignTokens }: Config): UsedCard | null {
  const token = String(additionalFields.find(({ key }) => key === 'cardStorageToken')?.value)
  return cardFromToken(token) ?? (foreignTokens === 'accepted' ? cardFromForeignToken(token) : null)
}

/** Automatic events: a payout is processed, and a saved card without a page pays. */
function automaticEvents(order: SandboxOrder): PlannedEvent[] {
  if (order.profile === 'payout') return [{ after: 2, action: 'process' }]
  return order.profile === 'token' && order.formUrl === null ? [{ after: 5, action: 'pay' }] : []
}

/** Creates the order of a valid request. `hostUrl` is the base address of its payment page. */
export async function createOrder(
  { config: getConfig, orders, scheduler, lifecycle, nextRandom }: Services,
  pipeline: Pipeline,
  request: CreateRequest,
  scenario: Partial<Scenario> | null,
  hostUrl: string,
): Promise<SandboxOrder> {
  const random = nextRandom()
  const config = getConfig()
  const { tokenForm, paymentDetails } = config
  const { profile } = pipeline
  const card = profile === 'token' ? findSavedCard(request, config) : null
  const tokenFailure = profile === 'token' && card === null ? '2.2.4.15' : undefined
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
  // Before the first await: a concurrent create with the same id must find it.
  orders.add(order, formToken)
  if (profile === 'p2p' && order.formUrl !== null) {
    const settings = scenario?.formOnly ? { ...paymentDetails, fields: [] } : paymentDetails
    order.paymentDetails = { formUrl: order.formUrl, ...(await createDetails(random, settings, order)) }
  }
  lifecycle.start(order, [...automaticEvents(order), ...(scenario?.plannedEvents ?? [])])
  return order
}
