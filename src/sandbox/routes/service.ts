import { type Context, Hono } from 'hono'
import type { Profile } from '../../service/pipeline.ts'
import type { Core } from '../core.ts'
import { type Operation, struck } from '../faults.ts'
import { balanceAnswer } from './balance.ts'
import { create } from './creates.ts'
import { admit, type Need } from './gate.ts'
import { statusAnswer } from './statuses.ts'

/** What the listener tells about a request beside the request itself. */
export interface Bindings {
  address: string
  /** Where the sandbox is reached, without a closing slash. */
  base: string
}
export type Env = { Bindings: Bindings }

const deposits: readonly Profile[] = ['p2p', 'form', 'token']

/** The profile of a deposit create is chosen by its host. */
const hosts = { core: 'p2p', init: 'form', token: 'token' } as const

/** The endpoints of the service, on its three hosts. */
export function serviceRoutes(core: Core): Hono<Env> {
  const app = new Hono<Env>()

  /** A handler that a fault may strike, for keys that fit. */
  const endpoint =
    (
      operation: Operation,
      need: Need,
      answer: (c: Context<Env>, pipeline: Admitted) => Promise<Response> | Response,
    ) =>
    (c: Context<Env>) => {
      const serve = async () => {
        const pipeline = admit(core, c.req.raw, c.env.address, need)
        return pipeline instanceof Response ? pipeline : answer(c, pipeline)
      }
      const fault = core.faults.take(operation)
      return fault ? struck(fault, serve) : serve()
    }

  for (const [host, profile] of Object.entries(hosts)) {
    app.post(
      `/${host}/api/v1/integration/deposit-order/`,
      endpoint('deposit.create', { capability: 'create', profiles: [profile] }, (c, pipeline) =>
        create(core, pipeline, c.req.raw, `${c.env.base}/${host}`),
      ),
    )
  }

  app.post(
    '/core/api/v1/integration/withdrawal-order/',
    endpoint('payout.create', { capability: 'create', profiles: ['payout'] }, (c, pipeline) =>
      create(core, pipeline, c.req.raw, `${c.env.base}/core`),
    ),
  )

  const lookUps = [
    { path: 'deposit-order', operation: 'deposit.status', profiles: deposits, type: 'Deposit' },
    { path: 'withdrawal-order', operation: 'payout.status', profiles: ['payout'], type: 'Withdrawal' },
  ] as const
  for (const { path, operation, profiles, type } of lookUps) {
    const need: Need = { capability: 'status', profiles }
    app.get(
      `/core/api/v1/integration/${path}/:id/status`,
      endpoint(operation, need, (c, pipeline) =>
        statusAnswer(core, pipeline, core.orders.byExternalId(c.req.param('id') ?? '')),
      ),
    )
    app.get(
      `/core/api/v1/integration/${path}/:id/status-by-external-transaction-id`,
      endpoint(operation, need, (c, pipeline) =>
        statusAnswer(core, pipeline, core.orders.byTransaction(type, c.req.param('id') ?? '')),
      ),
    )
  }

  app.get(
    '/core/api/v1/balance/merchant',
    endpoint('balance', { capability: 'balance', profiles: [...deposits, 'payout'] }, (c, pipeline) =>
      balanceAnswer(core, pipeline, c.req.query('currency')),
    ),
  )
  return app
}

type Admitted = Exclude<ReturnType<typeof admit>, Response>
