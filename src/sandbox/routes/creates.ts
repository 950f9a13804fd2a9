import type { Config, Pipeline } from '../config.ts'
import type { Core } from '../core.ts'
import { struck } from '../faults.ts'
import type { SandboxOrder } from '../order.ts'
import { orderAmount, place } from '../place.ts'
import { refusals } from '../refusals.ts'
import { type CreateRequest, readCreate } from '../requests.ts'
import { type Scenario, scenarioOf } from '../scenarios.ts'
import { jsonAnswer } from '../wire.ts'
import { refusalOf } from './rules.ts'

const limitId = '7d4f6b1e-0c5a-4c59-9b1e-3f2a8d6c9e10'

/** A create of any profile, after its key was admitted. */
export async function create(
  core: Core,
  pipeline: Pipeline,
  request: Request,
  host: string,
): Promise<Response> {
  const media = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(media)) return refusals.mediaType()
  const read = readCreate(pipeline.profile, await request.text())
  if ('message' in read) return refusals.invalid(read.message, read.externalTransactionId)
  const wanted = { ...read, amount: orderAmount(pipeline, read.amount) }
  const scenario = core.config().scenarios ? scenarioOf(wanted.amount) : null
  const serve = async () =>
    refusalOf(core, pipeline, wanted) ??
    scenarioRefusal(scenario, pipeline, wanted) ??
    jsonAnswer(placed(await place(core, pipeline, wanted, scenario, host), core.config()))
  const wire = scenario?.wire
  if (!wire) return serve()
  // The same bytes sent again meet what they would meet at the service: the order, or a create that works.
  const strikes = core.firstTime(`${pipeline.name}:${wanted.externalTransactionId}`)
  return strikes ? struck({ on: 'deposit.create', ...wire }, serve) : serve()
}

function scenarioRefusal(
  scenario: Scenario | null,
  { profile }: Pipeline,
  { externalTransactionId }: CreateRequest,
): Response | null {
  switch (scenario?.refusal) {
    case 'limitReached':
      return refusals.limitReached(limitId)
    case 'noRoute':
      return refusals.noRoute(externalTransactionId)
    case 'noFunds':
      return profile === 'payout' ? refusals.noFunds(externalTransactionId) : null
    default:
      return null
  }
}

/** The body of the 200. */
function placed(order: SandboxOrder, config: Config) {
  const { externalId, status: orderStatus, formUrl } = order
  if (orderStatus === 'Failed') return { externalId, orderStatus }
  switch (order.profile) {
    case 'p2p':
      return { externalId, orderStatus, paymentDetails: written(order.paymentDetails, config) }
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

/** Payment details, unfilled members as configured. */
function written(details: SandboxOrder['paymentDetails'], { instructions: { unfilled } }: Config) {
  const members = Object.entries(details ?? {})
  if (unfilled === 'null') return Object.fromEntries(members)
  if (unfilled === 'empty') return Object.fromEntries(members.map(([name, value]) => [name, value ?? '']))
  return Object.fromEntries(members.filter(([, value]) => value !== null))
}
