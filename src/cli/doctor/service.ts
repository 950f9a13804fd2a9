import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import { PaymentsRefusedError } from '../../service/errors.ts'
import type { LookupOutcome } from '../../service/outcome.ts'
import type { Profile } from '../../service/pipeline.ts'
import { type Environment, type Finding, failed, ok, readSetting, warning } from './finding.ts'
import { parseHttpUrl } from './url.ts'

interface PipelineVariables {
  profile: Profile
  keyVariable: string
  /** The host where this pipeline's orders are made, where that is another than the core host. */
  hostVariable?: string
}

const pipelines: PipelineVariables[] = [
  { profile: 'p2p', keyVariable: 'PAYMENTS_P2P_KEY' },
  { profile: 'form', keyVariable: 'PAYMENTS_FORM_KEY', hostVariable: 'PAYMENTS_INIT_URL' },
  { profile: 'token', keyVariable: 'PAYMENTS_TOKEN_KEY', hostVariable: 'PAYMENTS_TOKEN_URL' },
  { profile: 'payout', keyVariable: 'PAYMENTS_PAYOUT_KEY' },
]

export interface ServiceCheckOptions {
  fetch: typeof fetch
  /** The currency whose balance is asked for. */
  currency: string
}

/** Tries each key at each host by calls that change nothing: an order that cannot exist, and the balance. */
export async function checkService(env: Environment, options: ServiceCheckOptions): Promise<Finding[]> {
  const client = createClient(env, readSetting(env, 'PAYMENTS_BASE_URL'), options)
  if (!client) return []
  const findings = pipelines.map(async ({ profile, keyVariable, hostVariable }) => {
    const key = readSetting(env, keyVariable)
    if (key === null || !/^[\x21-\x7E]+$/.test(key)) return []
    const host = hostVariable ? createClient(env, readSetting(env, hostVariable), options) : null
    return Promise.all([
      lookupFinding(profile, await lookUpMissingOrder(client, profile, key)),
      balanceFinding(client, profile, key, options.currency),
      ...(host ? [hostFinding(profile, await lookUpMissingOrder(host, profile, key))] : []),
    ])
  })
  return (await Promise.all(findings)).flat()
}

function createClient(
  env: Environment,
  baseUrl: string | null,
  { fetch }: ServiceCheckOptions,
): PaymentsClient | null {
  const url = baseUrl === null ? null : parseHttpUrl(baseUrl)
  if (!url || url.username || url.password || url.search || url.hash) return null
  const timeoutMs = Number(readSetting(env, 'PAYMENTS_TIMEOUT_MS') ?? '') || 10_000
  return createPaymentsClient({ baseUrl: url.href, fetch, timeoutMs })
}

function lookUpMissingOrder(client: PaymentsClient, profile: Profile, key: string): Promise<LookupOutcome> {
  const id = { externalTransactionId: `paypane-doctor-${crypto.randomUUID()}` }
  return profile === 'payout'
    ? client.payoutStatus({ profile, key }, id)
    : client.depositStatus({ profile, key }, id)
}

const statusFix: Record<number, string> = {
  401: 'The service does not know this key: copy it again, whole.',
  403: 'Is it a key for this kind of order, and is the address of this machine allowed at the service?',
}
const hostFix = 'Check the address, and that this machine may reach it.'

function lookupFinding(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} look-up`
  if (outcome.outcome === 'not_found') return ok(check, 'an order that cannot exist is not found')
  if (outcome.outcome === 'found') {
    return failed(
      check,
      'an order that cannot exist was found',
      'Ask the service: its look-ups cannot be relied on.',
    )
  }
  const { status, kind } = outcome.error
  if (status === 404)
    return failed(check, 'HTTP 404 without the error body', 'Is this the core address, path included?')
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

/** The hosts of forms and tokens need not answer look-ups; but they must be there and take the key. */
function hostFinding(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} host`
  if (outcome.outcome !== 'unknown') return ok(check, 'answers')
  const { status, kind } = outcome.error
  const isUnauthorized = status === 401
  if (!isUnauthorized && status !== null && status >= 400 && status < 499) return ok(check, 'answers')
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
      return failed(check, 'no answer that can be read', 'See the look-up above; else ask the service.')
    }
    const fix = statusFix[error.status]
    return fix
      ? failed(check, `HTTP ${error.status}`, fix)
      : warning(
          check,
          `HTTP ${error.status} for ${currency}`,
          'Try the currency of this pipeline: --currency KEY.',
        )
  }
}

const describeFailure = (status: number | null, kind: string): string =>
  status === null ? `no answer (${kind})` : `HTTP ${status}`
