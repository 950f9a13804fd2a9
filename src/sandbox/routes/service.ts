import { type Context, Hono } from 'hono'
import type { Profile } from '../../service/pipeline.ts'
import type { Config, Pipeline, PipelineSettings } from '../config.ts'
import { errorResponses } from '../error-responses.ts'
import { applyFault, type Operation } from '../faults.ts'
import type { Env } from '../http.ts'
import type { Services } from '../services.ts'
import { balanceResponse } from './balance.ts'
import { handleCreate } from './create.ts'
import { applyVariants } from './response-variants.ts'
import { statusResponse } from './status.ts'

const depositProfiles: readonly Profile[] = ['p2p', 'form', 'token']

/** The host of a deposit create selects its profile. */
const profileByHost = { core: 'p2p', init: 'form', token: 'token' } as const

/** The endpoints of the service, on its three hosts. */
export function serviceRoutes(services: Services): Hono<Env> {
  const app = new Hono<Env>()

  /** Wraps a handler with faults and authorization. */
  const endpoint =
    (
      operation: Operation,
      required: RequiredAccess,
      handler: (c: Context<Env>, pipeline: AuthorizedPipeline) => Promise<Response> | Response,
    ) =>
    async (c: Context<Env>) => {
      async function handle() {
        const pipeline = authorize(services.config().pipelines, c.req.raw, c.env.address, required)
        if (pipeline instanceof Response) return pipeline
        const retryAfter = services.rateLimit.count(pipeline)
        return retryAfter === null ? handler(c, pipeline) : errorResponses.tooManyRequests(retryAfter)
      }
      const fault = services.faults.take(operation)
      const response = await (fault === null ? handle() : applyFault(fault, handle))
      return applyVariants(response, operation, services.config())
    }

  for (const [host, profile] of Object.entries(profileByHost)) {
    app.post(
      `/${host}/api/v1/integration/deposit-order/`,
      endpoint('deposit.create', { capability: 'create', profiles: [profile] }, (c, pipeline) =>
        handleCreate(services, pipeline, c.req.raw, `${c.env.baseUrl}/${host}`),
      ),
    )
  }

  app.post(
    '/core/api/v1/integration/withdrawal-order/',
    endpoint('payout.create', { capability: 'create', profiles: ['payout'] }, (c, pipeline) =>
      handleCreate(services, pipeline, c.req.raw, `${c.env.baseUrl}/core`),
    ),
  )

  const lookups = [
    { path: 'deposit-order', operation: 'deposit.status', profiles: depositProfiles },
    { path: 'withdrawal-order', operation: 'payout.status', profiles: ['payout'] },
  ] as const
  for (const { path, operation, profiles } of lookups) {
    const required: RequiredAccess = { capability: 'status', profiles }
    app.get(
      `/core/api/v1/integration/${path}/:id/status`,
      endpoint(operation, required, (c, pipeline) =>
        statusResponse(services, pipeline, services.orders.byExternalId(c.req.param('id') ?? '')),
      ),
    )
    app.get(
      `/core/api/v1/integration/${path}/:id/status-by-external-transaction-id`,
      endpoint(operation, required, (c, pipeline) =>
        statusResponse(services, pipeline, services.orders.byExternalTransactionId(c.req.param('id') ?? '')),
      ),
    )
  }

  app.get(
    '/core/api/v1/balance/merchant',
    endpoint('balance', { capability: 'balance', profiles: [...depositProfiles, 'payout'] }, (c, pipeline) =>
      balanceResponse(services, pipeline, c.req.query('currency')),
    ),
  )
  return app
}

type AuthorizedPipeline = Exclude<ReturnType<typeof authorize>, Response>

/** The access that an endpoint requires of a key. */
interface RequiredAccess {
  capability: PipelineSettings['capabilities'][number]
  profiles: readonly Profile[]
}

/** An IPv6 socket reports IPv4 addresses with a prefix. */
const normalizeAddress = (address: string) => address.replace(/^::ffff:/, '')

/** The pipeline of the request's key, or a 401 or 403 response. */
function authorize(
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
