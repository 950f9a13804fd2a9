import type { Method } from '../contract/view.ts'
import type { Profile } from '../service/pipeline.ts'
import type { PipelineOptions } from './options.ts'
import type { DepositRoute } from './rules/next-attempt.ts'

export type Pipeline = PipelineOptions & { name: string }

/** The configured pipelines, in the merchant's order. */
export interface Pipelines {
  all: readonly Pipeline[]
  byName(name: string): Pipeline | null
  /** The first pipeline of a profile. */
  firstOf(profile: Profile): Pipeline | null
  /** The deposit methods that have a pipeline. */
  methods: readonly Method[]
  /** Every deposit pipeline with its method. */
  depositRoutes: readonly DepositRoute[]
}

const methodByProfile = {
  p2p: 'transfer',
  form: 'form',
  token: 'saved-card',
} as const satisfies Record<string, Method>

/** The profile of the deposit pipelines that serve a method. */
export const profileByMethod = {
  transfer: 'p2p',
  form: 'form',
  'saved-card': 'token',
} as const satisfies Record<Method, Profile>

export function createPipelines(options: Readonly<Record<string, PipelineOptions>>): Pipelines {
  const all = Object.entries(options).map(([name, pipeline]): Pipeline => ({ ...pipeline, name }))
  assertSeparateKeys(all)
  const firstOf = (profile: Profile): Pipeline | null =>
    all.find((pipeline) => pipeline.profile === profile) ?? null
  const methods: Method[] = ['transfer', 'form', 'saved-card']
  return {
    all,
    byName: (name) => all.find((pipeline) => pipeline.name === name) ?? null,
    firstOf,
    methods: methods.filter((method) => firstOf(profileByMethod[method]) !== null),
    depositRoutes: all.flatMap(({ name, profile }) =>
      profile === 'payout' ? [] : [{ pipeline: name, method: methodByProfile[profile] }],
    ),
  }
}

/** A key for deposits must not pay out. Keys that are functions are not compared. */
function assertSeparateKeys(pipelines: readonly Pipeline[]): void {
  for (const payout of pipelines.filter(({ profile }) => profile === 'payout')) {
    const same = pipelines.find(
      ({ profile, key }) => profile !== 'payout' && typeof key === 'string' && key === payout.key,
    )
    if (same !== undefined)
      throw new TypeError(
        `The pipelines ${same.name} and ${payout.name} have the same key: payouts need their own.`,
      )
  }
}
