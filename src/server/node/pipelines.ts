import { z } from 'zod'
import { issuePredicate } from '../options/issue-predicate.ts'
import type { PipelineOptions } from '../options/options.ts'
import { DeclaredField } from '../rules/checkout/payer-fields.ts'
import { PipelineConditions, Profile } from '../rules/pipeline-fit.ts'
import type { Environment } from './environment.ts'
import type { JsonContent } from './json-file.ts'
import type { SettingName } from './setting-fields.ts'

const Variable = z.string().regex(/^\w+$/, 'is not the name of an environment variable')

const PipelineOfFile = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/, 'is not 1 to 64 letters, digits, "-" and "_"'),
  profile: Profile,
  /** The environment variable that has the API key. */
  key: Variable,
  /** The environment variable that has the private key; that of the next one ends in `_NEXT`. */
  privateKey: Variable.default('PAYMENTS_PRIVATE_KEY'),
  ...PipelineConditions.shape,
  payerFields: z.array(DeclaredField).min(1).optional(),
})
type PipelineOfFile = z.output<typeof PipelineOfFile>
const PipelinesFile = z.array(PipelineOfFile).min(1, 'has no pipeline')

/** The setting that has the key of a profile; without a file, each makes a pipeline of the profile's name. */
export const keySettings = {
  p2p: 'PAYMENTS_P2P_KEY',
  form: 'PAYMENTS_FORM_KEY',
  token: 'PAYMENTS_TOKEN_KEY',
  payout: 'PAYMENTS_PAYOUT_KEY',
} as const satisfies Record<Profile, SettingName>

const defaultPipelines: readonly PipelineOfFile[] = Profile.options.map((profile) => ({
  name: profile,
  profile,
  key: keySettings[profile],
  privateKey: 'PAYMENTS_PRIVATE_KEY',
}))

/**
 * The pipelines of the file that `PAYMENTS_PIPELINES` names (`content`), else one for each `PAYMENTS_…_KEY`; none if the file has a
 * problem, which is a predicate that names variables, never their values.
 */
export function configuredPipelines(env: Environment, content: JsonContent | null) {
  if (content === null) {
    const withKey = defaultPipelines.filter(({ key }) => env[key] !== undefined)
    return { pipelines: byName(withKey, env), problem: null }
  }
  if ('problem' in content) return { pipelines: {}, problem: content.problem }
  const { data, error } = PipelinesFile.safeParse(content.value, { error: issuePredicate })
  const problem = error === undefined ? findProblem(data, env) : describe(content.value, error)
  return { pipelines: data === undefined || problem !== null ? {} : byName(data, env), problem }
}

const byName = (listed: readonly PipelineOfFile[], env: Environment): Record<string, PipelineOptions> =>
  Object.fromEntries(
    listed.map(({ name, key, privateKey, ...rest }) => [
      name,
      {
        ...rest,
        key: env[key] ?? '',
        // As they are: the service chooses them.
        privateKey: [env[privateKey], env[`${privateKey}_NEXT`]].filter((one) => one !== undefined),
      },
    ]),
  )

const Named = z.array(z.looseObject({ name: z.string() }))

function describe(content: unknown, { issues: [issue] }: z.ZodError): string {
  const [index, ...path] = issue?.path ?? []
  if (typeof index !== 'number') return `is not a list of pipelines: ${issue?.message}`
  const named = Named.safeParse(content)
  const name = named.success ? named.data[index]?.name : `number ${index + 1}`
  return `has a wrong pipeline: ${[name, ...path].join('.')} ${issue?.message}`
}

function findProblem(listed: readonly PipelineOfFile[], env: Environment): string | null {
  const wrong = listed.flatMap((pipeline, index) => {
    const problem = pipelineProblem(pipeline, listed.slice(0, index), env)
    return problem === null ? [] : [`has a wrong pipeline: ${pipeline.name}${problem}`]
  })
  return wrong[0] ?? null
}

function pipelineProblem(
  { name, key, privateKey }: PipelineOfFile,
  before: readonly PipelineOfFile[],
  env: Environment,
): string | null {
  if (before.some((other) => other.name === name)) return ' is listed twice'
  const unset = [key, privateKey].find((variable) => env[variable] === undefined)
  return unset === undefined ? null : `: ${unset} is not set`
}
