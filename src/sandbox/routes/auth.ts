import type { Profile } from '../../service/pipeline.ts'
import type { Config, Pipeline, PipelineSettings } from '../config.ts'
import { errorResponses } from '../error-responses.ts'

/** The access that an endpoint requires of a key. */
export interface RequiredAccess {
  capability: PipelineSettings['capabilities'][number]
  profiles: readonly Profile[]
}

/** An IPv6 socket reports IPv4 addresses with a prefix. */
const normalizeAddress = (address: string) => address.replace(/^::ffff:/, '')

/** The pipeline of the request's key, or a 401 or 403 response. */
export function authorize(
  pipelines: Config['pipelines'],
  request: Request,
  address: string,
  required: RequiredAccess,
): Pipeline | Response {
  const key = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const pipeline = Object.values(pipelines).find((candidate) => candidate.key === key)
  if (pipeline === undefined) return errorResponses.unauthorized()
  const hasAccess =
    pipeline.capabilities.includes(required.capability) && required.profiles.includes(pipeline.profile)
  const isAllowedAddress = pipeline.addresses?.includes(normalizeAddress(address)) ?? true
  return hasAccess && isAllowedAddress ? pipeline : errorResponses.forbidden()
}
