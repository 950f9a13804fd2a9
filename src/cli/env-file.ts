import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import type { InspectedSettings } from 'paypane/server/node'
import { rethrow } from './output.ts'

export const lineFix = 'Write NAME=value, or a comment after #, in UTF-8 without a byte order mark.'

/** The `env` of `inspectEnvironment`. Throws an error for people if a line is ignored: a setting may be missing. */
export async function readEnvironment(path: string | undefined) {
  const { env, ignoredLines } = await inspectEnvironment(path)
  if (ignoredLines.length > 0)
    throw new Error(`${path} has lines that are no settings: ${ignoredLines.join(', ')}. ${lineFix}`)
  return env
}

/** The settings of the file of `--env`, overridden by the environment. */
export async function inspectEnvironment(path: string | undefined) {
  const file =
    path === undefined
      ? ''
      : await readFile(path, 'utf8').catch(rethrow('The file of --env cannot be read: '))
  const { settings, ignoredLines } = parseEnvFile(file)
  return { env: { ...settings, ...process.env }, ignoredLines }
}

/** Parses a file as `node --env-file` does, and finds the lines that Node ignores. */
function parseEnvFile(text: string) {
  /** The numbers of lines that are neither a setting nor a comment, from 1. */
  const ignoredLines: number[] = []
  let quote: string | null = null
  // Node reads a byte order mark as part of a name.
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, opened, rest = ''] = /^[^\S\uFEFF]*(?:export\s+)?[\w.-]+\s*=\s*(["'`])?(.*)$/.exec(line) ?? []
    if (quote !== null) quote = line.includes(quote) ? null : quote
    else if (opened !== undefined) quote = rest.includes(opened) ? null : opened
    else if (!/^\s*(#.*)?$|^[^\S\uFEFF]*(?:export\s+)?[\w.-]+\s*=/.test(line)) ignoredLines.push(index + 1)
  }
  return { settings: parseEnv(text), ignoredLines }
}

/** The value of a setting. Throws an error for people if it is missing or wrong. */
export function requiredSetting(
  { states, valid }: InspectedSettings,
  name: 'DATABASE_URL' | 'PUBLIC_URL' | 'SHOP_SECRET',
): string {
  const { problem = null, fix = '' } = states.find((state) => state.name === name) ?? {}
  const value = valid[name]
  // In place of a wrong value, `valid` has the default.
  if (value === undefined || problem !== null) throw new Error(`${name} ${problem ?? 'is not set'}. ${fix}`)
  return value
}
