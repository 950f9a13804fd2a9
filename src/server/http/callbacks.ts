import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { receiveCallback } from '../callback/receive-callback.ts'
import type { Context } from '../context.ts'
import { enterOrRefuse, readText } from './body.ts'
import type { Env } from './env.ts'
import type { Routes } from './route.ts'

/** A callback carries the whole history of its order. */
const maxBytes = 1024 * 1024
/** From an address with too many rejected callbacks: a usual callback, one at a time. */
const limitedMaxBytes = 64 * 1024

const callback = {
  method: 'post',
  summary: 'Receives callbacks of the payments service; the path is a hint, never proof',
  description:
    'The `Signature` is the SHA-256, in hex, of `externalId;status;amount;orderType;PRIVATE_KEY` over the texts as received. The callback is stored before the response.',
  headers: { Signature: { description: 'In hex, in either case', required: true } },
  body: z.unknown().meta({ type: 'object' }),
  responses: { 200: 'Stored; do not send it again' },
  problems: [
    'signature_invalid',
    'malformed',
    'not_found',
    'request_timeout',
    'body_too_large',
    'rate_limited',
    'internal',
  ],
} as const

/** The service's callbacks, at the static addresses and at the dynamic one of each attempt. */
export const callbackRoutes = {
  receiveCallback: { ...callback, path: '/callbacks' },
  receivePipelineCallback: {
    ...callback,
    path: '/callbacks/:pipeline',
    params: { pipeline: 'The name of a pipeline' },
  },
  receiveTransactionCallback: {
    ...callback,
    path: '/callbacks/:pipeline/:externalTransactionId',
    params: {
      pipeline: 'The name of a pipeline',
      externalTransactionId: 'The id of the create request',
    },
  },
} as const satisfies Routes

export function callbackApp(context: Context): Hono<Env> {
  const { clientAddress, guard, clock } = context
  const app = new Hono<Env>()
  const accept = async (c: HonoContext<Env>): Promise<Response> => {
    const request = c.req.raw
    const address = clientAddress(request, c.env)
    const readBody = (): Promise<string> => {
      const slot = guard.rejectedCallbacks.isLimited(address)
        ? { maxBytes: limitedMaxBytes, perAddress: limitedMaxBytes }
        : { maxBytes }
      return readText(request, {
        clock,
        maxBytes: slot.maxBytes,
        reserve: (size, giveUp) => enterOrRefuse(guard.callbackBodies, address, { ...slot, size, giveUp }),
      })
    }
    await receiveCallback(context, {
      externalTransactionId: c.req.param('externalTransactionId'),
      address,
      signature: request.headers.get('signature'),
      readBody,
    })
    return new Response(null, { status: 200 })
  }
  for (const { path } of Object.values(callbackRoutes)) app.post(path, accept)
  return app
}
