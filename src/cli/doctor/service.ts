import type { ValidSettings } from 'paypane/server/node'
import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import { PaymentsRefusedError } from '../../service/errors.ts'
import type { LookupOutcome } from '../../service/outcome.ts'
import type { Profile, Secret } from '../../service/pipeline.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** The host that creates the orders of a profile, if it is not the core host. */
const hostUrlOf = (settings: ValidSettings, profile: Profile): string | undefined =>
  ({
    form: settings.PAYMENTS_INIT_URL,
    token: settings.PAYMENTS_TOKEN_URL,
    p2p: undefined,
    payout: undefined,
  })[profile]

interface ServiceCheckOptions {
  fetch: typeof fetch
  /** The currency of the balance checks; a pipeline without it is checked in its first one. */
  currency: string
}

/** Tries each key at each host with read-only requests: the lookup of an order that cannot exist, and the balance. */
export async function checkService(
  settings: ValidSettings,
  { fetch, currency }: ServiceCheckOptions,
): Promise<Finding[]> {
  const { PAYMENTS_BASE_URL: coreUrl, PAYMENTS_TIMEOUT_MS: timeoutMs } = settings
  if (coreUrl === undefined) return []
  const clientAt = (baseUrl: string): PaymentsClient =>
    createPaymentsClient({ baseUrl, fetch, ...(timeoutMs !== undefined && { timeoutMs }) })
  const client = clientAt(coreUrl)
  const findings = Object.entries(settings.pipelines).map(async ([name, { profile, key, currencies }]) => {
    const hostUrl = hostUrlOf(settings, profile)
    return Promise.all([
      lookupFinding(name, await lookUpMissingOrder(client, profile, key)),
      balanceFinding(
        client,
        name,
        key,
        currencies?.includes(currency) === false ? (currencies[0] ?? currency) : currency,
      ),
      ...(hostUrl === undefined
        ? []
        : [hostFinding(name, await lookUpMissingOrder(clientAt(hostUrl), profile, key))]),
    ])
  })
  return (await Promise.all(findings)).flat()
}

function lookUpMissingOrder(client: PaymentsClient, profile: Profile, key: Secret): Promise<LookupOutcome> {
  const id = { externalTransactionId: `paypane-doctor-${crypto.randomUUID()}` }
  return profile === 'payout'
    ? client.payoutStatus({ profile, key }, id)
    : client.depositStatus({ profile, key }, id)
}

const statusFix: Record<number, string> = {
  401: 'The service rejects this key. Copy the complete key again.',
  403: 'Check that the key is for this kind of order, and that the service allows the IP address of this machine.',
}
const hostFix = 'Check the URL, and that this machine can reach it.'

function lookupFinding(pipeline: string, outcome: LookupOutcome): Finding {
  const check = `${pipeline} lookup`
  if (outcome.outcome === 'not_found') return ok(check, 'an order that cannot exist is not found')
  if (outcome.outcome === 'found') {
    return failed(
      check,
      'an order that cannot exist was found',
      "Contact the service's support: its lookups are unreliable.",
    )
  }
  const { status, kind } = outcome.error
  if (status === 404)
    return failed(
      check,
      'HTTP 404 without the error body',
      'Check that this is the URL of the core host, with its path.',
    )
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

/** The form and token hosts may have no lookups, but they must respond and accept the key. */
function hostFinding(pipeline: string, outcome: LookupOutcome): Finding {
  const check = `${pipeline} host`
  if (outcome.outcome !== 'unknown') return ok(check, 'responds')
  const { status, kind } = outcome.error
  // For the service 499 is a failure of its own, as 5xx are.
  if (status !== null && status >= 400 && status < 499 && status !== 401) return ok(check, 'responds')
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

async function balanceFinding(
  client: PaymentsClient,
  pipeline: string,
  key: Secret,
  currency: string,
): Promise<Finding> {
  const check = `${pipeline} balance`
  try {
    const { pipelineAvailableBalance } = await client.balance({ key }, currency)
    return ok(check, `${pipelineAvailableBalance} ${currency} available`)
  } catch (error) {
    if (!(error instanceof PaymentsRefusedError)) {
      return failed(check, 'no readable response', "See the lookup above, or contact the service's support.")
    }
    const fix = statusFix[error.status]
    return fix
      ? failed(check, `HTTP ${error.status}`, fix)
      : warning(
          check,
          `HTTP ${error.status} for ${currency}`,
          'Try a currency of this pipeline: --currency KEY.',
        )
  }
}

const describeFailure = (status: number | null, kind: string): string =>
  status === null ? `no response (${kind})` : `HTTP ${status}`
