import type { z } from 'zod'
import type { OperatorOptions } from '../options.ts'
import { Operators, operatorProblems } from '../rules/operators.ts'
import { readJsonFile } from './json-file.ts'
import type { Environment } from './settings.ts'

/** The operators of a merchant's server. */
export interface ConfiguredOperators {
  /** By name; undefined without a file, or with a problem. */
  operators: Readonly<Record<string, OperatorOptions>> | undefined
  /** What is wrong with the file, as a predicate. Names operators and members, never their values. */
  problem: string | null
}

/** Those of the file that `OPERATORS` names. */
export function configuredOperators(env: Environment): ConfiguredOperators {
  const file = env['OPERATORS']
  if (file === undefined) return { operators: undefined, problem: null }
  const content = readJsonFile(file)
  if ('problem' in content) return { operators: undefined, problem: content.problem }
  const { data, error } = Operators.safeParse(content.value)
  const problem = error === undefined ? problemOf(data) : describe(error)
  return { operators: problem === null ? data : undefined, problem }
}

function problemOf(operators: Readonly<Record<string, OperatorOptions>>): string | null {
  if (Object.keys(operators).length === 0) return 'has no operator'
  const problems = operatorProblems(operators)
  return problems.length === 0 ? null : `has wrong operators: ${problems.join('; ')}`
}

function describe({ issues }: z.ZodError): string {
  if (issues.some(({ path }) => path.length === 0)) return 'is not an object of operators by name'
  const problems = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
  return `has wrong operators: ${problems.join('; ')}`
}
