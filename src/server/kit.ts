import type { Method } from '../contract/view.ts'
import type { Circuit } from './circuit.ts'
import type { Clock } from './clock.ts'
import type { Hands } from './hands.ts'
import type { Limits } from './limits.ts'
import type { LogLine } from './log.ts'
import type { Opened } from './opened.ts'
import type { PaypaneOptions, PipelineOptions } from './options.ts'
import type { Way } from './rules/next.ts'
import type { Moment, Policy } from './rules/policy.ts'
import type { Sealer } from './seal.ts'
import type { Store } from './store/store.ts'

/** What all rooms of the server share: the options, made whole. */
export interface Kit {
  options: PaypaneOptions
  store: Store
  sealer: Sealer
  policy: Policy
  clock: Clock
  basePath: string
  /** Where payers and the service reach this server; null while nobody has said. */
  publicUrl: string | null
  /** When old things are next looked for. */
  tidyAt: number
  circuit: Circuit
  /** How often attempts may start: per order and per address. */
  limits: Limits
  /** How often a wrong administrator token may be given: per address. */
  guesses: Limits
  /** Instructions that payers look at now. */
  opened: Opened
  /** Entries whose due work is being done. */
  asking: Hands
  /** Events that the merchant is being told. */
  telling: Hands
  /** This moment, with the random number that paces follow. */
  moment(): Moment
  log(line: LogLine): void
  /** Due work may have come up: the worker looks at once. */
  wake(): void
  /** Work that goes on after its request was answered; closing waits for it. */
  track<T>(work: Promise<T>): Promise<T>
}

export type Pipeline = PipelineOptions & { name: string }

/** The method that a deposit pipeline of a profile serves. */
export const methodOf = { p2p: 'transfer', form: 'form', token: 'saved-card' } as const satisfies Record<
  string,
  Method
>
export const profileOf = { transfer: 'p2p', form: 'form', 'saved-card': 'token' } as const satisfies Record<
  Method,
  string
>

export function pipelineNamed(kit: Kit, name: string): Pipeline | null {
  if (!Object.hasOwn(kit.options.pipelines, name)) return null
  const found = kit.options.pipelines[name]
  return found === undefined ? null : { ...found, name }
}

/** All pipelines of a profile, in the merchant's order. */
export const pipelinesOf = (kit: Kit, profile: PipelineOptions['profile']): Pipeline[] =>
  Object.entries(kit.options.pipelines).flatMap(([name, pipeline]) =>
    pipeline.profile === profile ? [{ ...pipeline, name }] : [],
  )

/** The methods that some pipeline stands behind. */
export const methodsOf = (kit: Kit): Method[] => {
  const methods: Method[] = ['transfer', 'form', 'saved-card']
  return methods.filter((method) => pipelinesOf(kit, profileOf[method]).length > 0)
}

/** Every deposit pipeline with the method that it serves, in the merchant's order. */
export const waysOf = (kit: Kit): Way[] =>
  Object.entries(kit.options.pipelines).flatMap(([pipeline, { profile }]) =>
    profile === 'payout' ? [] : [{ pipeline, method: methodOf[profile] }],
  )
