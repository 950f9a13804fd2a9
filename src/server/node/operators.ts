import { z } from 'zod'
import { Scope } from '../../contract/operator.ts'
import { operatorProblems } from '../operator/identity.ts'
import type { OperatorOptions } from '../options.ts'
import { readJsonFile } from './json-file.ts'
import type { Environment } from './settings.ts'

const OperatorsFile = z.record(
  z.string(),
  z.strictObject({ tokenSha256: z.string('is not text'), scopes: z.array(Scope).min(1, 'has no scope') }),
)

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
  const { data, error } = OperatorsFile.safeParse(content.value)
  const problems = data === undefined ? (error?.issues ?? []).map(describe) : problemsOf(data)
  return problems.length === 0
    ? { operators: data, problem: null }
    : { operators: undefined, problem: `has ${problems.join('; ')}` }
}

const problemsOf = (operators: Readonly<Record<string, OperatorOptions>>): string[] =>
  Object.keys(operators).length === 0 ? ['no operator'] : operatorProblems(operators)

const describe = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? 'no object of operators by name' : `a wrong ${path.map(String).join('.')}: ${message}`
