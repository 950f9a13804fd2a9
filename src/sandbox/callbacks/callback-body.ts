import { JsonNumber } from '../../service/json.ts'
import type { SignedFields } from '../../service/signature.ts'
import type { CallbackSettings, CallbackType, Config } from '../config.ts'
import { stringifyJson } from '../http.ts'
import { amountText, historyMember, orderType, paramsMember, type SandboxOrder } from '../order.ts'

const orderTypeIn = {
  documented: (type: string): string => type,
  lower: (type: string): string => type.toLowerCase(),
  upper: (type: string): string => type.toUpperCase(),
}

/** The signed values of a callback about the order's current state. */
export const callbackFields = (
  order: SandboxOrder,
  { orderTypeCase }: CallbackSettings,
  { amountDigits }: Config,
): SignedFields => ({
  externalId: order.externalId,
  status: order.status,
  amount: amountText(order.amount, amountDigits),
  orderType: orderTypeIn[orderTypeCase](orderType(order.profile)),
})

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function callbackHistory(
  order: SandboxOrder,
  { history, historyKeys, times }: CallbackSettings,
  config: Config,
) {
  const entries = historyMember(order.history, { mode: history, times }, config)
  if (historyKeys === 'camel-case') return entries
  return entries?.map((entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [capitalized(name), value])),
  )
}

/** The body of a callback about the order's current state. */
export function callbackBody(
  order: SandboxOrder,
  type: CallbackType,
  settings: CallbackSettings,
  config: Config,
): string {
  const { externalId, status, amount, orderType: sentType } = callbackFields(order, settings, config)
  const isBrief = settings.signedFieldsOnly.includes(type)
  return stringifyJson({
    externalId,
    status,
    amount: settings.amountAsString ? amount : new JsonNumber(amount),
    currency: settings.withCurrency && !isBrief ? order.currency : undefined,
    orderType: sentType,
    externalParams: isBrief ? undefined : paramsMember(order.externalParams, settings.externalParams),
    orderHistory: isBrief ? undefined : callbackHistory(order, settings, config),
    sandboxExtra: config.extraMembers ? { known: false } : undefined,
  })
}
