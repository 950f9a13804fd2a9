import './zod-jitless.ts'
import { CheckoutDetail, type ResolveReview } from 'paypane/contract'
import { z } from 'zod'
import type { Balance, SharedRequests } from './backend.ts'

type RequestJson = (path: string, body?: object) => Promise<unknown>

const Deliveries = z.array(z.object({ id: z.string(), externalId: z.string(), state: z.string() }))
const BalanceResponse = z.object({
  currency: z.string(),
  merchantBalance: z.string(),
  pipelineProcessingOrdersDeposit: z.string(),
})
const ErrorResponse = z.object({ error: z.string() })

/** What the demo says when a request got no response. */
const unreachable = 'The demo cannot be reached: check the connection, then press again.'

/** Sends and receives JSON; throws the error message of the response. */
export const createRequestJson =
  (send: (path: string, init: RequestInit) => Promise<Response>): RequestJson =>
  async (path, body) => {
    const response = await send(
      path,
      body
        ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {},
    ).catch((cause: unknown) => {
      throw new Error(unreachable, { cause })
    })
    const text = await response.text()
    const responseBody: unknown = text === '' ? null : JSON.parse(text)
    if (response.ok) return responseBody
    throw new Error(
      ErrorResponse.safeParse(responseBody).data?.error ?? `${path} responded ${response.status}`,
    )
  }

/** The requests that both backends share. */
export function sharedRequests(requestSandbox: RequestJson, requestAdmin: RequestJson): SharedRequests {
  return {
    async controlSandbox(control, body) {
      await requestSandbox(`/_sandbox/${control}`, body)
    },
    async deliveryIdsOf(externalId) {
      const deliveries = Deliveries.parse(await requestSandbox('/_sandbox/deliveries?limit=200'))
      return deliveries
        .filter((delivery) => delivery.externalId === externalId && delivery.state !== 'forged')
        .map(({ id }) => id)
    },
    getCheckout: async (checkout) =>
      CheckoutDetail.parse(await requestAdmin(`/checkouts/${encodeURIComponent(checkout)}`)),
    async acceptUnderpaid(checkout, attempt) {
      const decision = { attempt, action: 'accept', note: 'Accepted in the demo' } satisfies ResolveReview
      await requestAdmin(`/checkouts/${encodeURIComponent(checkout)}/review`, decision)
    },
    getBalance: async (currency): Promise<Balance> =>
      BalanceResponse.parse(await requestAdmin(`/balance?${new URLSearchParams({ currency })}`)),
  }
}
