import { callbackSignature } from '../../../src/service/index.ts'
import type { Harness } from '../harness.ts'

export interface CallbackFields {
  externalId: string
  status: string
  /** JSON source of the amount: `100.00`, or `"100.00"`. */
  amount: string
  orderType?: string
  /** Sign with a wrong key. */
  forged?: boolean
  path?: string
  /** Members that are not signed, as JSON text. */
  unsigned?: string
}

/** Sends a signed callback whose JSON text is built here, so that tests choose its exact bytes. */
export async function sendCallback(harness: Harness, fields: CallbackFields): Promise<Response> {
  const { externalId, status, amount, orderType = 'Deposit' } = fields
  const key = fields.forged === true ? 'another key' : (harness.sandbox.env()['PAYMENTS_PRIVATE_KEY'] ?? '')
  const signature = callbackSignature(
    { externalId, status, amount: amount.replaceAll('"', ''), orderType },
    key,
  )
  const body = `{"externalId":${JSON.stringify(externalId)},"status":${JSON.stringify(status)},"amount":${amount},"orderType":${JSON.stringify(orderType)}${fields.unsigned === undefined ? '' : `,${fields.unsigned}`}}`
  return await harness.post(fields.path ?? '/callbacks/p2p', body, { signature })
}
