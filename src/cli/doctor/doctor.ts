import { createClockCheck } from './clock.ts'
import { checkDatabase } from './database.ts'
import type { Environment, Finding } from './finding.ts'
import { checkOrdersFile } from './orders-file.ts'
import { checkPublicUrl } from './public-url.ts'
import { checkSealKey } from './seal-key.ts'
import { checkService } from './service.ts'
import { checkSettings } from './settings.ts'

/** Every check of a merchant's environment, in the order in which they are best mended. */
export async function runChecks(env: Environment, currency: string): Promise<Finding[]> {
  const clock = createClockCheck(fetch)
  const service = await checkService(env, { fetch: clock.fetch, currency })
  return [
    ...checkSettings(env),
    checkPublicUrl(env),
    checkSealKey(env),
    await checkOrdersFile(env),
    await checkDatabase(env),
    ...service,
    ...(service.length > 0 ? [clock.finding()] : []),
  ]
}

export const allPassed = (findings: readonly Finding[]): boolean =>
  findings.every(({ status }) => status !== 'failed')
