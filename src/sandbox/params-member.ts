import type { ExternalParams } from '../service/order.ts'
import type { Config } from './config.ts'

const nullParams: ExternalParams = {
  cardToken: null,
  cardStorageToken: null,
  cardHolder: null,
  cardNumber: null,
}

/** The `externalParams` of a status response or callback, as configured. */
export function paramsMember(
  params: ExternalParams | null,
  mode: Config['statusExternalParams'],
): ExternalParams | undefined {
  if (params === null || mode === 'absent') return undefined
  return mode === 'null' ? nullParams : params
}
