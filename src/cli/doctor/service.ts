import type { SettingName, ValidSettings } from 'paypane/server/node'
import { createPaymentsClient, type PaymentsClient } from '../../service/client.ts'
import type { CreateOutcome } from '../../service/create-response.ts'
import { PaymentsRefusedError } from '../../service/errors.ts'
import type { Profile, Secret } from '../../service/pipeline.ts'
import type { LookupOutcome } from '../../service/status-response.ts'
import { type Finding, failed, notChecked, ok, warning } from './finding.ts'

type HostName = Extract<SettingName, 'PAYMENTS_BASE_URL' | 'PAYMENTS_INIT_URL' | 'PAYMENTS_TOKEN_URL'>

/** The setting with the host that creates the orders of a profile. */
const createHost = {
  p2p: 'PAYMENTS_BASE_URL',
  form: 'PAYMENTS_INIT_URL',
  token: 'PAYMENTS_TOKEN_URL',
  payout: 'PAYMENTS_BASE_URL',
} as const satisfies Record<Profile, HostName>

interface ServiceCheckOptions {
  fetch: typeof fetch
  /** The currency of the balance checks; a pipeline without it is checked in its first one. */
  currency: string
}

interface Pipeline {
  name: string
  profile: Profile
  key: Secret
  currencies?: readonly string[] | undefined
}

/**
 * Tries each key at each host with requests that change nothing: the lookup of an order that cannot exist, the balance,
 * and a create without amount, currency and id, which the service has to refuse. A host without a response is one finding.
 */
export async function checkService(
  settings: ValidSettings,
  { fetch, currency }: ServiceCheckOptions,
): Promise<Finding[]> {
  const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_TIMEOUT_MS: timeoutMs = 10_000 } = settings
  if (baseUrl === undefined) return []
  const client = createPaymentsClient({
    ...{ baseUrl, fetch, timeoutMs },
    initUrl: settings.PAYMENTS_INIT_URL,
    tokenUrl: settings.PAYMENTS_TOKEN_URL,
  })
  const pipelines = Object.entries(settings.pipelines).map(([name, pipeline]) => ({ ...pipeline, name }))
  const hosts = new Set<HostName>([
    'PAYMENTS_BASE_URL',
    ...pipelines.map(({ profile }) => createHost[profile]),
  ])
  const dead = await deadHosts(settings, [...hosts], fetch, timeoutMs)
  const findings = pipelines.map(async (pipeline) => {
    const lookup = dead.names.has('PAYMENTS_BASE_URL')
      ? null
      : lookupFinding(pipeline.name, await lookUpMissingOrder(client, pipeline))
    // A rejected key is one finding.
    if (lookup?.message === 'HTTP 401') return [lookup]
    const host = createHost[pipeline.profile]
    return [
      ...(lookup ? [lookup, await balanceFinding(client, pipeline, currency)] : []),
      ...(settings[host] === undefined || dead.names.has(host)
        ? []
        : [createFinding(pipeline.name, await createIncomplete(client, pipeline))]),
    ]
  })
  const checked = (await Promise.all(findings)).flat()
  const unchecked =
    dead.findings.length === 0
      ? []
      : [notChecked('keys', 'a host does not respond', 'Run this again once it does.')]
  return [...dead.findings, ...unchecked, ...checked, ...(await swappedKeys(client, pipelines, checked))]
}

/** The hosts without a response, each address once. */
async function deadHosts(
  settings: ValidSettings,
  names: readonly HostName[],
  fetcher: typeof fetch,
  timeoutMs: number,
): Promise<{ names: ReadonlySet<HostName>; findings: Finding[] }> {
  const origins = Map.groupBy(
    names.filter((name) => settings[name] !== undefined),
    (name) => new URL(settings[name] ?? '').origin,
  )
  const results = await Promise.all(
    [...origins].map(async ([origin, of]) => ({
      host: new URL(origin).host,
      of,
      cause: await connectionFailure(origin, fetcher, timeoutMs),
    })),
  )
  const failures = results.flatMap(({ cause, ...host }) => (cause === null ? [] : [{ ...host, cause }]))
  return {
    names: new Set(failures.flatMap(({ of }) => of)),
    findings: failures.map(({ host, of, cause }) => {
      const [message, fix] = describeCause(cause)
      return failed('host', `${host} ${message}: ${of.join(', ')}`, fix)
    }),
  }
}

/** The code of a connection that fails; null if anything responds. */
async function connectionFailure(
  origin: string,
  fetcher: typeof fetch,
  timeoutMs: number,
): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetcher(origin, { method: 'GET', redirect: 'manual', signal })
    await response.body?.cancel()
    return null
  } catch (error) {
    if (!(error instanceof Error)) return 'unknown'
    if (error.name === 'TimeoutError') return 'timeout'
    const { cause } = error
    return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  }
}

function describeCause(code: string): [message: string, fix: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [`cannot be resolved (${code})`, "Check the name in the URL, and this machine's DNS."]
  if (code === 'ECONNREFUSED')
    return [
      'refuses the connection (ECONNREFUSED)',
      'Check the host and port of the URL: nothing listens there.',
    ]
  if (/CERT|TLS|SSL|SIGNATURE/.test(code))
    return [
      `has a certificate or TLS that is not accepted (${code})`,
      'Check the host of the URL and the clock of this machine. For a private authority, set NODE_EXTRA_CA_CERTS.',
    ]
  return [`does not respond (${code})`, 'Check the URL, and that the firewall lets this machine reach it.']
}

const lookUpMissingOrder = (client: PaymentsClient, { profile, key }: Pipeline): Promise<LookupOutcome> => {
  const id = { externalTransactionId: `paypane-doctor-${crypto.randomUUID()}` }
  return profile === 'payout'
    ? client.payoutStatus({ profile, key }, id)
    : client.depositStatus({ profile, key }, id)
}

/** Without an amount, a currency and an id: no order can come of it. */
const createIncomplete = (client: PaymentsClient, { profile, key }: Pipeline): Promise<CreateOutcome> =>
  profile === 'payout'
    ? client.createPayout({ profile, key }, '{}')
    : client.createDeposit({ profile, key }, '{}')

const statusFix: Record<number, string> = {
  401: 'The service rejects this key. Copy the complete key again, or obtain a new one.',
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

function createFinding(pipeline: string, outcome: CreateOutcome): Finding {
  const check = `${pipeline} create`
  if (outcome.outcome === 'placed')
    return failed(
      check,
      'an empty create request was accepted',
      "Contact the service's support before you take a payment.",
    )
  const { status } = outcome.error
  if (outcome.outcome === 'refused' && status !== 401 && status !== 403)
    return ok(check, `an empty create request is refused (HTTP ${status}), so the key may create`)
  const kind = outcome.outcome === 'refused' ? 'refused' : outcome.error.kind
  return failed(check, describeFailure(status, kind), statusFix[status ?? 0] ?? hostFix)
}

/** A payout's key where a deposit's belongs, and the other way round: each works in the place of the other. */
async function swappedKeys(
  client: PaymentsClient,
  pipelines: readonly Pipeline[],
  findings: readonly Finding[],
): Promise<Finding[]> {
  const denied = pipelines.filter(({ name }) =>
    findings.some(({ check, message }) => check === `${name} lookup` && message === 'HTTP 403'),
  )
  const pairs = denied.flatMap((deposit) =>
    denied
      .filter(({ profile }) => profile === 'payout' && deposit.profile !== 'payout')
      .map((payout) => ({ deposit, payout })),
  )
  const swapped = await Promise.all(
    pairs.map(async ({ deposit, payout }) => {
      const exchanged = await Promise.all([
        lookUpMissingOrder(client, { ...deposit, key: payout.key }),
        lookUpMissingOrder(client, { ...payout, key: deposit.key }),
      ])
      return exchanged.every(({ outcome }) => outcome === 'not_found')
        ? [
            failed(
              `${deposit.name}, ${payout.name}`,
              'their keys are swapped: each works in the place of the other',
              'Exchange the two keys.',
            ),
          ]
        : []
    }),
  )
  return swapped.flat()
}

async function balanceFinding(
  client: PaymentsClient,
  { name, key, currencies }: Pipeline,
  preferred: string,
): Promise<Finding> {
  const check = `${name} balance`
  const currency = currencies?.includes(preferred) === false ? (currencies[0] ?? preferred) : preferred
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
