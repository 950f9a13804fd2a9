import type { z } from 'zod'
import { Operators } from '../options/operators.ts'
import type { OperatorOptions } from '../options/options.ts'
import type { Environment } from './environment.ts'
import { readJsonFile } from './json-file.ts'

/** The operators of a merchant's server. */
interface ConfiguredOperators {
  /** By name; undefined without a file, or with a problem. */
  operators: Readonly<Record<string, OperatorOptions>> | undefined
  /** Why the file cannot be read, as a predicate. Names operators and members, never their values. */
  problem: string | null
}

/** Those of the file that `OPERATORS` names. */
export function configuredOperators(env: Environment): ConfiguredOperators {
  const file = env['OPERATORS']
  if (file === undefined) return { operators: undefined, problem: null }
  const content = readJsonFile(file)
  if ('problem' in content) return { operators: undefined, problem: content.problem }
  const { data, error } = Operators.safeParse(content.value)
  return { operators: data, problem: error === undefined ? null : describe(error) }
}

function describe({ issues }: z.ZodError): string {
  if (issues.some(({ path }) => path.length === 0)) return 'is not an object of operators by name'
  const problems = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  return `has wrong operators: ${problems.join('; ')}`
}
