import type { Profile } from '../../service/pipeline.ts'
import type { Config, Pipeline, PipelineSettings } from '../config.ts'
import { errorResponses } from '../error-responses.ts'

/** What an endpoint asks of a key. */
export interface RequiredAccess {
  capability: PipelineSettings['capabilities'][number]
  profiles: readonly Profile[]
}

/** IPv4 addresses look the same whether or not the socket speaks IPv6. */
const normalizeAddress = (address: string) => address.replace(/^::ffff:/, '')

/** The pipeline of the request's key, or the answer that turns it away: 401, then 403. */
export function authorize(
  pipelines: Config['pipelines'],
  request: Request,
  address: string,
  required: RequiredAccess,
): Pipeline | Response {
  const key = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const pipeline = Object.values(pipelines).find((candidate) => candidate.key === key)
  if (!pipeline) return errorResponses.unauthorized()
  const hasAccess =
    pipeline.capabilities.includes(required.capability) && required.profiles.includes(pipeline.profile)
  const isAllowedAddress = pipeline.addresses?.includes(normalizeAddress(address)) ?? true
  return hasAccess && isAllowedAddress ? pipeline : errorResponses.forbidden()
}
