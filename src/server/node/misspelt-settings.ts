import { closestName } from '../lib/did-you-mean.ts'
import type { Environment } from './environment.ts'
import { isSecret } from './secret-files.ts'
import { notes } from './setting-notes.ts'

/** A variable that is no setting, and the unset setting that it probably stands for. */
export interface MisspeltSetting {
  name: string
  meant: string
}

/** Variables with almost the name of a setting that is not set. */
export function misspeltSettings(env: Environment): MisspeltSetting[] {
  const settings = Object.keys(notes)
  const known = new Set(settings.flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name])))
  return Object.keys(env)
    .filter((name) => !known.has(name) && !isPipelineKey(name, env))
    .flatMap((name) => {
      // Only a secret may come from a file.
      const withoutFile = settings.find((setting) => name === `${setting}_FILE`)
      const meant = withoutFile ?? closestName(name, settings)
      return meant === null || env[meant] !== undefined ? [] : [{ name, meant }]
    })
}

/** With `PAYMENTS_PIPELINES` the merchant names the variables of keys. */
const isPipelineKey = (name: string, env: Environment): boolean =>
  env['PAYMENTS_PIPELINES'] !== undefined && /KEY/.test(name)
