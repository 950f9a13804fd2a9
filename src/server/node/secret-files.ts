import { readFileSync } from 'node:fs'
import type { Environment } from './environment.ts'
import type { SettingName } from './setting-fields.ts'
import { notes } from './setting-notes.ts'

/** An environment in which the secrets of files are set, and what is wrong with files. */
interface ReadSecrets {
  env: Environment
  /** By the secret's name, as a predicate. */
  problems: ReadonlyMap<string, string>
}

/** `SEAL_KEY_FILE` names a file that has `SEAL_KEY`, as for every secret setting and every `…_KEY` and `…_KEY_NEXT` of a pipeline. */
export function withSecretFiles(env: Environment): ReadSecrets {
  const read: Record<string, string> = {}
  const problems = new Map<string, string>()
  for (const [variable, path = ''] of Object.entries(env)) {
    const name = variable.replace(/_FILE$/, '')
    if (name === variable || !isSecret(name)) continue
    if (env[name] !== undefined) problems.set(name, `is set, and ${variable} is set, too`)
    else
      try {
        read[name] = readFileSync(path, 'utf8').trim()
        if (read[name] === '') problems.set(name, `is empty in the file of ${variable}`)
      } catch (error) {
        problems.set(name, `cannot be read from the file of ${variable}${codeOf(error)}`)
      }
  }
  return { env: { ...env, ...read }, problems }
}

/** Whether a file may have it: a secret setting, or a key of a pipeline. */
export const isSecret = (name: string): boolean =>
  isSetting(name) ? notes[name].secret === true : /_KEY(?:_NEXT)?$/.test(name)

const isSetting = (name: string): name is SettingName => Object.hasOwn(notes, name)

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
