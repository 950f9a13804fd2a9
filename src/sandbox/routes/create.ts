import type { Config, Pipeline } from '../config.ts'
import { createOrder } from '../create-order.ts'
import { type CreateRequest, parseCreateRequest } from '../create-request.ts'
import { resolveCurrency } from '../currencies.ts'
import { errorResponses } from '../error-responses.ts'
import { applyFault } from '../faults.ts'
import { jsonResponse } from '../http.ts'
import type { SandboxOrder } from '../order.ts'
import { type Scenario, scenarioOf } from '../scenarios.ts'
import type { Services } from '../services.ts'
import { checkCreateRules } from './create-rules.ts'

const limitId = '7d4f6b1e-0c5a-4c59-9b1e-3f2a8d6c9e10'

/** A create request of any profile, after its key has been authorized. */
export async function handleCreate(
  services: Services,
  pipeline: Pipeline,
  request: Request,
  hostUrl: string,
): Promise<Response> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return errorResponses.unsupportedMediaType()
  const config = services.config()
  const submitted = parseCreateRequest(pipeline.profile, await request.text())
  if ('message' in submitted)
    return errorResponses.invalidRequest(submitted.message, submitted.externalTransactionId)
  const problem = configuredProblem(submitted, config)
  if (problem !== null) return errorResponses.invalidRequest(problem, submitted.externalTransactionId)
  const parsed = { ...submitted, currency: resolveCurrency(submitted.currency, config) ?? submitted.currency }
  const scenario = config.scenarios ? scenarioOf(parsed.amount) : null
  async function handle(): Promise<Response> {
    const refusal = checkCreateRules(services, pipeline, parsed) ?? scenarioError(scenario, pipeline, parsed)
    if (refusal === null)
      return jsonResponse(
        createResponseBody(await createOrder(services, pipeline, parsed, scenario, hostUrl), config),
      )
    if (refusal.status === 423 && pipeline.profile !== 'payout' && config.refusedDeposits === 'created')
      await createOrder(services, pipeline, parsed, { failsWith: '1.2.4.34' }, hostUrl)
    return refusal
  }
  const fault = scenario?.fault
  if (fault === undefined) return handle()
  // A resend of the same request finds the order, or succeeds.
  const isFirst = services.affectedCreates.add(`${pipeline.name}:${parsed.externalTransactionId}`)
  return isFirst ? applyFault({ on: 'deposit.create', ...fault }, handle) : handle()
}

/** The problem of a request that the interface neither allows nor forbids; null if the configuration allows it. */
function configuredProblem(
  { currency, externalTransactionId }: CreateRequest,
  { missingCurrency, maxIdLength }: Config,
): string | null {
  if (currency === '' && missingCurrency === 'invalid') return 'currency: is missing'
  const isTooLong = maxIdLength !== null && externalTransactionId.length > maxIdLength
  return isTooLong ? `externalTransactionId: is longer than ${maxIdLength}` : null
}

function scenarioError(
  scenario: Scenario | null,
  { profile }: Pipeline,
  { externalTransactionId }: CreateRequest,
): Response | null {
  switch (scenario?.refusal) {
    case 'limitReached':
      return errorResponses.limitReached(limitId)
    case 'noRoute':
      return errorResponses.noRoute(externalTransactionId)
    case 'insufficientFunds':
      return profile === 'payout' ? errorResponses.insufficientFunds(externalTransactionId) : null
    default:
      return null
  }
}

function createResponseBody(order: SandboxOrder, config: Config) {
  const { externalId, status: orderStatus, formUrl } = order
  if (orderStatus === 'Failed') return { externalId, orderStatus }
  switch (order.profile) {
    case 'p2p':
      return { externalId, orderStatus, paymentDetails: formatPaymentDetails(order.paymentDetails, config) }
    case 'form':
      return { externalId, orderStatus, formUrl }
    case 'token':
      return config.tokenForm === 'absent'
        ? { externalId, orderStatus }
        : { externalId, orderStatus, paymentDetails: { formUrl } }
    case 'payout':
      return { externalId, orderStatus }
  }
}

function formatPaymentDetails(
  details: SandboxOrder['paymentDetails'],
  { paymentDetails: { unfilled, returned } }: Config,
) {
  if (returned === 'null') return null
  if (returned === 'absent') return undefined
  const members = Object.entries(details ?? {}).filter(([name]) => name !== 'formUrl' || returned === 'sent')
  if (unfilled === 'null') return Object.fromEntries(members)
  if (unfilled === 'empty') return Object.fromEntries(members.map(([name, value]) => [name, value ?? '']))
  return Object.fromEntries(members.filter(([, value]) => value !== null))
}
