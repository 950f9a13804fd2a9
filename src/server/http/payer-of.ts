import type { Context as HonoContext } from 'hono'
import type { Payer } from '../checkout/proof.ts'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'

/** The payer of a request. */
export const payerOf = (
  { clientAddress }: Context,
  { req, env, var: { requestId } }: HonoContext<Env>,
): Payer => ({ request: req.raw, address: clientAddress(req.raw, env), requestId })
