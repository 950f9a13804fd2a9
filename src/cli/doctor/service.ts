import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import { PaymentsRefused } from '../../service/errors.ts'
import type { LookupOutcome } from '../../service/outcome.ts'
import type { Profile } from '../../service/pipeline.ts'
import { httpAddress } from './address.ts'
import { type Environment, type Finding, failed, given, ok, warning } from './finding.ts'

interface Tried {
  profile: Profile
  keyName: string
  /** The host where this pipeline's orders are made, where that is another than the core host. */
  hostName?: string
}

const pipelines: Tried[] = [
  { profile: 'p2p', keyName: 'PAYMENTS_P2P_KEY' },
  { profile: 'form', keyName: 'PAYMENTS_FORM_KEY', hostName: 'PAYMENTS_INIT_URL' },
  { profile: 'token', keyName: 'PAYMENTS_TOKEN_KEY', hostName: 'PAYMENTS_TOKEN_URL' },
  { profile: 'payout', keyName: 'PAYMENTS_PAYOUT_KEY' },
]

export interface ServiceCheck {
  fetch: typeof fetch
  /** The currency whose balance is asked for. */
  currency: string
}

/** Tries each key at each host by calls that change nothing: an order that cannot exist, and the balance. */
export async function checkService(env: Environment, options: ServiceCheck): Promise<Finding[]> {
  const client = clientAt(env, given(env, 'PAYMENTS_BASE_URL'), options)
  if (!client) return []
  const findings = pipelines.map(async ({ profile, keyName, hostName }) => {
    const key = given(env, keyName)
    if (key === null || !/^[\x21-\x7E]+$/.test(key)) return []
    const host = hostName ? clientAt(env, given(env, hostName), options) : null
    return Promise.all([
      lookedUp(profile, await askForNothing(client, profile, key)),
      balanceOf(client, profile, key, options.currency),
      ...(host ? [reached(profile, await askForNothing(host, profile, key))] : []),
    ])
  })
  return (await Promise.all(findings)).flat()
}

function clientAt(env: Environment, baseUrl: string | null, { fetch }: ServiceCheck): PaymentsClient | null {
  const url = baseUrl === null ? null : httpAddress(baseUrl)
  if (!url || url.username || url.password || url.search || url.hash) return null
  const timeoutMs = Number(given(env, 'PAYMENTS_TIMEOUT_MS') ?? '') || 10_000
  return createPaymentsClient({ baseUrl: url.href, fetch, timeoutMs })
}

function askForNothing(client: PaymentsClient, profile: Profile, key: string): Promise<LookupOutcome> {
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

function lookedUp(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} look-up`
  if (outcome.outcome === 'missing') return ok(check, 'an order that cannot exist is not found')
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
  return failed(check, said(status, kind), statusFix[status ?? 0] ?? hostFix)
}

/** The hosts of forms and tokens need not answer look-ups; but they must be there and take the key. */
function reached(profile: Profile, outcome: LookupOutcome): Finding {
  const check = `${profile} host`
  if (outcome.outcome !== 'silent') return ok(check, 'answers')
  const { status, kind } = outcome.error
  const refused = status === 401
  if (!refused && status !== null && status >= 400 && status < 499) return ok(check, 'answers')
  return failed(check, said(status, kind), statusFix[status ?? 0] ?? hostFix)
}

async function balanceOf(
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
    if (!(error instanceof PaymentsRefused)) {
      return failed(check, 'no answer that can be read', 'See the look-up above; else ask the service.')
    }
    const denied = statusFix[error.status]
    return denied
      ? failed(check, `HTTP ${error.status}`, denied)
      : warning(
          check,
          `HTTP ${error.status} for ${currency}`,
          'Try the currency of this pipeline: --currency KEY.',
        )
  }
}

const said = (status: number | null, kind: string): string =>
  status === null ? `no answer (${kind})` : `HTTP ${status}`
