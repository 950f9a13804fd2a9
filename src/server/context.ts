import type { Method } from '../contract/view.ts'
import type { CircuitBreaker } from './lib/circuit-breaker.ts'
import type { Clock } from './lib/clock.ts'
import type { DecryptCache } from './lib/decrypt-cache.ts'
import type { LogLine } from './lib/log.ts'
import type { RateLimiter } from './lib/rate-limit.ts'
import type { Sealer } from './lib/seal.ts'
import type { WorkPool } from './lib/work-pool.ts'
import type { PaypaneOptions, PipelineOptions } from './options.ts'
import type { DepositRoute } from './rules/next-attempt.ts'
import type { Now, Policy } from './rules/policy.ts'
import type { Store } from './store/store.ts'

/** What all rooms of the server share: the options, made whole. */
export interface Context {
  options: PaypaneOptions
  store: Store
  sealer: Sealer
  policy: Policy
  clock: Clock
  basePath: string
  /** Where payers and the service reach this server; null while nobody has said. */
  publicUrl: string | null
  /** When old things are next looked for. */
  nextCleanUpAt: number
  circuitBreaker: CircuitBreaker
  /** How often attempts may start: per order and per address. */
  startLimiter: RateLimiter
  /** How often a wrong administrator token may be given: per address. */
  adminTokenLimiter: RateLimiter
  /** Instructions that payers look at now. */
  decryptCache: DecryptCache
  /** Entries whose due work is being done. */
  lookupPool: WorkPool
  /** Events that the merchant is being told. */
  outboxPool: WorkPool
  /** This moment, with the random number that paces follow. */
  now(): Now
  log(line: LogLine): void
  /** Due work may have come up: the worker looks at once. */
  wake(): void
  /** Work that goes on after its request was answered; closing waits for it. */
  track<T>(task: Promise<T>): Promise<T>
}

export type Pipeline = PipelineOptions & { name: string }

/** The method that a deposit pipeline of a profile serves. */
export const methodByProfile = {
  p2p: 'transfer',
  form: 'form',
  token: 'saved-card',
} as const satisfies Record<string, Method>
export const profileByMethod = {
  transfer: 'p2p',
  form: 'form',
  'saved-card': 'token',
} as const satisfies Record<Method, string>

export function findPipeline(context: Context, name: string): Pipeline | null {
  if (!Object.hasOwn(context.options.pipelines, name)) return null
  const found = context.options.pipelines[name]
  return found === undefined ? null : { ...found, name }
}

/** All pipelines of a profile, in the merchant's order. */
export const pipelinesOf = (context: Context, profile: PipelineOptions['profile']): Pipeline[] =>
  Object.entries(context.options.pipelines).flatMap(([name, pipeline]) =>
    pipeline.profile === profile ? [{ ...pipeline, name }] : [],
  )

/** The methods that some pipeline stands behind. */
export const configuredMethods = (context: Context): Method[] => {
  const methods: Method[] = ['transfer', 'form', 'saved-card']
  return methods.filter((method) => pipelinesOf(context, profileByMethod[method]).length > 0)
}

/** Every deposit pipeline with the method that it serves, in the merchant's order. */
export const depositRoutes = (context: Context): DepositRoute[] =>
  Object.entries(context.options.pipelines).flatMap(([pipeline, { profile }]) =>
    profile === 'payout' ? [] : [{ pipeline, method: methodByProfile[profile] }],
  )
