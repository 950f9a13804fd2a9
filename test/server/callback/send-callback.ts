import { callbackSignature } from '../../../src/service/index.ts'
import type { Harness } from '../harness.ts'

export interface CallbackFields {
  externalId: string
  status: string
  /** JSON source of the amount: `100.00`, or `"100.00"`. */
  amount: string
  orderType?: string
  /** Signed with another key than the merchant's. */
  forged?: boolean
  path?: string
}

/** A callback written out by hand and signed as the service signs, so that its every letter is chosen here. */
export async function sendCallback(harness: Harness, made: CallbackFields): Promise<Response> {
  const { externalId, status, amount, orderType = 'Deposit' } = made
  const key = made.forged === true ? 'another key' : (harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  const signature = await callbackSignature(
    { externalId, status, amount: amount.replaceAll('"', ''), orderType },
    key,
  )
  const body = `{"externalId":${JSON.stringify(externalId)},"status":${JSON.stringify(status)},"amount":${amount},"orderType":${JSON.stringify(orderType)}}`
  return await harness.post(made.path ?? '/callbacks/p2p', body, { signature })
}
