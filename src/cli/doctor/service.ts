import type { ValidSettings } from 'paypane/server/node'
import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import { PaymentsRefusedError } from '../../service/errors.ts'
import type { LookupOutcome } from '../../service/outcome.ts'
import type { Profile } from '../../service/pipeline.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

interface Pipeline {
  profile: Profile
  key: string | undefined
  /** The host that creates this pipeline's orders, if it is not the core host. */
  hostUrl?: string | undefined
}

const pipelinesOf = (settings: ValidSettings): Pipeline[] => [
  { profile: 'p2p', key: settings.PAYMENTS_P2P_KEY },
  { profile: 'form', key: settings.PAYMENTS_FORM_KEY, hostUrl: settings.PAYMENTS_INIT_URL },
  { profile: 'token', key: settings.PAYMENTS_TOKEN_KEY, hostUrl: settings.PAYMENTS_TOKEN_URL },
  { profile: 'payout', key: settings.PAYMENTS_PAYOUT_KEY },
]

export interface ServiceCheckOptions {
  fetch: typeof fetch
  /** The currency whose balance is requested. */
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
  const findings = pipelinesOf(settings).map(async ({ profile, key, hostUrl }) => {
    if (key === undefined) return []
    return Promise.all([
      lookupFinding(profile, await lookUpMissingOrder(client, profile, key)),
      balanceFinding(client, profile, key, currency),
      ...(hostUrl === undefined
        ? []
        : [hostFinding(profile, await lookUpMissingOrder(clientAt(hostUrl), profile, key))]),
    ])
  })
  return (await Promise.all(findings)).flat()
}

function lookUpMissingOrder(client: PaymentsClient, profile: Profile, key: string): Promise<LookupOutcome> {
  const id = { externalTransactionId: `paypane-doctor-${crypto.randomUUID()}` }
  return profile === 'payout'
    ? client.payoutStatus({ profile, key }, id)
    : client.depositStatus({ profile, key }, id)
}

const statusFix: Record<number, string> = {
  401: 'The service rejects this key: copy it again, complete.',
  403: 'Check that the key is for this kind of order, and that the service allows the IP address of this machine.',
}
const hostFix = 'Check the URL, and that this machine can reach it.'

function lookupFinding(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} lookup`
  if (outcome.outcome === 'not_found') return ok(check, 'an order that cannot exist is not found')
  if (outcome.outcome === 'found') {
    return failed(
      check,
      'an order that cannot exist was found',
      "Contact the service's support: its lookups are unreliable.",
    )
  }
  const { status, kind, label } = outcome.error
  if (status === 404)
    return failed(
      check,
      `HTTP 404 ${label === null ? 'without the error body' : `with the label ${label}`}`,
      'Check that this is the URL of the core host, with its path.',
    )
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

/** The form and token hosts may lack lookups, but they must respond and accept the key. */
function hostFinding(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} host`
  if (outcome.outcome !== 'unknown') return ok(check, 'responds')
  const { status, kind } = outcome.error
  const isUnauthorized = status === 401
  if (!isUnauthorized && status !== null && status >= 400 && status < 499) return ok(check, 'responds')
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

async function balanceFinding(
  client: PaymentsClient,
  profile: Profile,
  key: string,
  currency: string,
): Promise<Finding> {
  const check = `${profile} balance`
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
