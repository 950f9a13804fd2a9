import {
  type Environment,
  InvalidSettingError,
  inspectSettings,
  isLoopback,
  readShopOrders,
  type SettingName,
  type SettingState,
  type ValidSettings,
} from 'paypane/server/node'
import { interfaceRevision } from '../../service/client.ts'
import { checkDatabase } from './database.ts'
import { type Finding, failed, notChecked, ok, warning } from './finding.ts'
import { checkService } from './service.ts'

/** Checks a merchant's environment: each setting, then the service. */
export async function runChecks(env: Environment, currency: string): Promise<Finding[]> {
  const { states, valid, misspelt } = inspectSettings(env)
  const clock = createClockCheck(fetch)
  const settings = await Promise.all(states.map((state) => checkSetting(state, valid)))
  const service = await checkService(valid, { fetch: clock.fetch, currency })
  const revision = ok('interface', `revision ${interfaceRevision} of the payments service`)
  const misspeltNames = misspelt.map(({ name, meant }) =>
    warning(name, 'is not a setting', `Did you mean ${meant}?`),
  )
  return [
    ...settings,
    ...misspeltNames,
    revision,
    ...service,
    ...clock.findings(),
    notChecked(
      'callbacks',
      'whether the service reaches PUBLIC_URL shows only a payment',
      'Make a small one, and see its callback in the console.',
    ),
    ...(valid.EVENTS_URL === undefined
      ? []
      : [
          notChecked(
            'events',
            'whether EVENTS_URL takes events shows only a payment',
            'Make a small one, and see its event in the console.',
          ),
        ]),
  ]
}

type Check = (settings: ValidSettings) => Finding | Promise<Finding>

/** Settings that need more than a valid format. */
const trials: Partial<Record<SettingName, Check>> = {
  PUBLIC_URL: checkPublicUrl,
  DATABASE_URL: checkDatabase,
  SHOP_ORDERS: checkShopOrders,
}

async function checkSetting(
  { name, summary, problem, fix }: SettingState,
  settings: ValidSettings,
): Promise<Finding> {
  if (problem !== null) return failed(name, problem, fix)
  return (await trials[name]?.(settings)) ?? ok(name, summary)
}

export const allPassed = (findings: readonly Finding[]): boolean =>
  findings.every(({ status }) => status !== 'failed')

/** A larger offset makes times in records, tokens and histories misleading. */
const maxOffsetSeconds = 30

/** A `fetch` that measures the offset between this machine's clock and the service's `Date` header. */
function createClockCheck(fetcher: typeof fetch) {
  let offsetSeconds: number | null = null
  let hasResponse = false
  const measuringFetch: typeof fetch = async (input, init) => {
    const response = await fetcher(input, init)
    hasResponse = true
    const serviceTime = Date.parse(response.headers.get('date') ?? '')
    const offset = Math.round((Date.now() - serviceTime) / 1000)
    // Of several hosts the one that differs most.
    if (Math.abs(offset) >= Math.abs(offsetSeconds ?? 0)) offsetSeconds = offset
    return response
  }
  return {
    fetch: measuringFetch,
    findings: (): Finding[] => (hasResponse ? [clockFinding(offsetSeconds)] : []),
  }
}

export function clockFinding(offsetSeconds: number | null): Finding {
  if (offsetSeconds === null) {
    return warning(
      'clock',
      'the service sent no Date header',
      'Check the clock of this machine another way (NTP).',
    )
  }
  const direction = offsetSeconds > 0 ? 'ahead of' : 'behind'
  return Math.abs(offsetSeconds) > maxOffsetSeconds
    ? failed(
        'clock',
        `${Math.abs(offsetSeconds)} seconds ${direction} the service`,
        'Set the clock of this machine (NTP).',
      )
    : ok('clock', 'agrees with the service')
}

const publicUrlFix = 'Give the https URL at which payers and the service reach this server.'

/** Checks that callbacks and returning payers can reach this server. */
function checkPublicUrl({ PAYMENTS_BASE_URL, PUBLIC_URL }: ValidSettings): Finding {
  const isServiceLocal = PAYMENTS_BASE_URL === undefined || isLoopback(new URL(PAYMENTS_BASE_URL).hostname)
  if (PUBLIC_URL === undefined) {
    return isServiceLocal
      ? ok('PUBLIC_URL', 'not set: the address it listens on')
      : failed('PUBLIC_URL', 'is not set, and the service cannot reach a loopback address', publicUrlFix)
  }
  const { hostname, origin } = new URL(PUBLIC_URL)
  return isLoopback(hostname) && !isServiceLocal
    ? failed('PUBLIC_URL', 'is a loopback address, which the service cannot reach', publicUrlFix)
    : ok('PUBLIC_URL', origin)
}

const shopOrdersFix = 'Give a JSON file such as {"1042": {"amount": "1250.00", "currency": "UAH"}}.'

function checkShopOrders({ SHOP_ORDERS: file }: ValidSettings): Finding {
  if (file === undefined) return ok('SHOP_ORDERS', "not set: the example's orders")
  try {
    return ok('SHOP_ORDERS', `${file}, ${readShopOrders(file).size} orders`)
  } catch (error) {
    if (!(error instanceof InvalidSettingError)) throw error
    return failed('SHOP_ORDERS', error.message.replace('SHOP_ORDERS ', ''), shopOrdersFix)
  }
}
