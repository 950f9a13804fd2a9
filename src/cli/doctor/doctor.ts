import {
  type Environment,
  inspectSettings,
  type SettingName,
  type SettingState,
  type ValidSettings,
} from 'paypane/server/node'
import { interfaceRevision } from '../../service/interface-revision.ts'
import { createClockCheck } from './clock.ts'
import { checkDatabase } from './database.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { checkPublicUrl } from './public-url.ts'
import { checkService } from './service.ts'
import { checkShopOrders } from './shop-orders.ts'

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
    ...(service.length > 0 ? [clock.finding()] : []),
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
