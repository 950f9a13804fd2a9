import type { Profile } from '../../service/pipeline.ts'
import type { Pipeline, PipelineSettings } from '../config.ts'
import type { Core } from '../core.ts'
import { refusals } from '../refusals.ts'

/** What an endpoint asks of a key. */
export interface Need {
  capability: PipelineSettings['capabilities'][number]
  profiles: readonly Profile[]
}

/** IPv4 addresses look the same whether or not the socket speaks IPv6. */
const plainAddress = (address: string) => address.replace(/^::ffff:/, '')

/** The pipeline of the request's key, or the answer that turns it away: 401, then 403. */
export function admit(core: Core, request: Request, address: string, need: Need): Pipeline | Response {
  const key = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const pipeline = Object.values(core.config().pipelines).find((one) => one.key === key)
  if (!pipeline) return refusals.unauthorized()
  const capable = pipeline.capabilities.includes(need.capability) && need.profiles.includes(pipeline.profile)
  const allowed = pipeline.addresses?.includes(plainAddress(address)) ?? true
  return capable && allowed ? pipeline : refusals.forbidden()
}
