import type { Scheduler } from './scheduler.ts'
import { createFaults, responseOf } from './service-faults.ts'
import {
  type CreateRequest,
  json,
  keyOf,
  type Profile,
  path,
  privateKeyOf,
  profiles,
  type Refusal,
  readCreate,
  refuse,
  type SentCallback,
  serviceUrls,
  signatureOf,
  timeOf,
  unsupportedMediaType,
  withAmount,
  withoutPlace,
} from './service-wire.ts'

/**
 * The payments service, read from its interface alone. It shares no code with `src`: a mistake in the signature, the amounts
 * or the shapes of the wire that the server and the sandbox had in common would show here. `test/sandbox/interface.test.ts`
 * compares the sandbox with it.
 */

/** An order as the service has it. Amounts are decimal text, times milliseconds since the epoch. */
export interface Order {
  externalId: string
  externalTransactionId: string
  pipeline: string
  profile: Profile
  status: string
  amount: string
  currency: string
  createdAt: number
  history: { time: number; code: string }[]
  /** What it was before, the oldest first. */
  earlier: { status: string; amount: string }[]
  /** The storage token of the card that pays; null: none. */
  cardToken: string | null
  /** Its create response says where to pay. */
  saysWhere: boolean
  callbackUrl: string | undefined
}

/** What happens to an order. `status` ignores the rules of the interface. */
export type Change =
  | { do: 'pay' | 'fail' | 'correct' }
  | { do: 'amount'; amount: string }
  | { do: 'status'; status: string }

export interface ServiceOptions {
  clock: Pick<Scheduler, 'now' | 'after'>
  /** Returns the status of the merchant's response; throws if there is none. */
  deliver(callback: SentCallback): Promise<number>
  /** Whether changed amounts are called back. */
  callsAmounts: boolean
  /** Whether lookups name the card of a payment minutes after it only. */
  lateCards: boolean
  /** Whether some histories say why an order has failed, before they say that it has. */
  givesReasons: boolean
  /** Whether the next transfer's payment details are labels, blank texts and a code that cannot be read. */
  namesNoPlace(): boolean
  /** Key of an additional field that the first pipeline for transfers refuses to go without; null: none. */
  demands: string | null
  /** The storage token of the card that the payer enters in the form of this `externalTransactionId`. */
  cardOf(externalTransactionId: string): string
}

/** By profile: where it is created, what callbacks call it, and its first status. */
const kinds = {
  p2p: { host: 'core', orderType: 'Deposit', first: 'Processing' },
  form: { host: 'init', orderType: 'Deposit', first: 'Init' },
  token: { host: 'token', orderType: 'Deposit', first: 'Processing' },
  payout: { host: 'core', orderType: 'Withdrawal', first: 'Created' },
} as const
/** The code that a status brings to the history. An order has those before its first status, too. */
const codes: Record<string, string> = {
  Init: '1.0.0.00',
  Created: '1.1.1.00',
  Processing: '2.1.1.00',
  Success: '5.1.3.00',
  Failed: '4.1.4.00',
}
/** The check with the gateway is done, and the payment has failed: the card has too little. */
const insufficientFunds = '4.1.4.63'
const isFinal = (status: string): boolean => status === 'Success' || status === 'Failed'

/** Minutes before each retry of a callback. */
const retryMinutes = [7, 14, 21, 35, 56, 91, 147, 238, 385, 623]
/** The history gets its last items this long after the end. */
const lateHistoryMs = 600_000
const currencies = ['UAH', 'EUR']
const payoutBalance = 1_000_000

/** The interface leaves these open, so orders take turns. */
const isOdd = ({ externalId }: Order): boolean => /[13579]$/.test(externalId)
const paramsOf = ({ cardToken, status }: Order) =>
  cardToken === null || status !== 'Success'
    ? undefined
    : {
        cardToken: `the bank's token of ${cardToken}`,
        cardStorageToken: cardToken,
        cardHolder: null,
        cardNumber: '411111******1111',
      }

function callbackOf(order: Order, url: string): SentCallback {
  const { externalId, status, amount, pipeline, profile, history } = order
  const { orderType } = kinds[profile]
  const items = history.map(({ time, code }) => ({ Time: timeOf(time, false), Action: null, NewCode: code }))
  const named = isOdd(order) ? amount : null
  const params = { externalParams: paramsOf(order), orderHistory: items }
  const body = withAmount({ externalId, status, amount: named, orderType, ...params }, amount)
  return {
    url,
    body,
    signature: signatureOf({ externalId, status, amount, orderType }, privateKeyOf(pipeline)),
  }
}

export type Service = ReturnType<typeof createService>

export function createService(options: ServiceOptions) {
  const { clock, deliver, demands } = options
  const orders: Order[] = []
  const faults = createFaults()
  /** By order: its callbacks are sent one after another. */
  const queues = new Map<string, Promise<void>>()
  /** Orders of which the callback of a final status was acknowledged. */
  const acknowledged = new Set<string>()
  let sendsDetails = true

  function log(order: Order, code: string, time = clock.now()): void {
    order.history.push({ time, code })
    order.history.sort((a, b) => a.time - b.time)
  }

  function notify(order: Order): void {
    const { externalId, callbackUrl, status } = order
    if (callbackUrl === undefined) return
    const callback = callbackOf(order, callbackUrl)
    const attempt = async (number: number): Promise<void> => {
      const answer = await deliver(callback).catch(() => null)
      const delay = retryMinutes[number]
      if (answer !== null && answer >= 200 && answer < 300) {
        if (isFinal(status)) acknowledged.add(externalId)
      } else if (delay !== undefined) clock.after(delay * 60_000, () => void attempt(number + 1))
    }
    const earlier = queues.get(externalId) ?? Promise.resolve()
    queues.set(
      externalId,
      earlier.then(() => attempt(0)),
    )
  }

  function move(order: Order, status: string): void {
    const { status: before, amount, profile, externalId, externalTransactionId } = order
    order.earlier.push({ status: before, amount })
    order.status = status
    if (status === 'Success' && profile === 'form') order.cardToken = options.cardOf(externalTransactionId)
    if (status === 'Failed' && options.givesReasons && isOdd(order)) log(order, insufficientFunds)
    log(order, codes[status] ?? '4.0.5.00')
    if (status === before) return
    if (status !== 'Init') notify(order)
    const endedAt = clock.now()
    if (isFinal(status))
      clock.after(lateHistoryMs, () => {
        if (order.status !== status) return
        log(order, status === 'Success' ? '4.1.3.00' : '4.2.2.13', endedAt)
        if (acknowledged.has(externalId)) log(order, '6.1.1.00', endedAt)
      })
  }

  function changeAmount(order: Order, amount: string): void {
    if (order.amount === amount) return
    order.earlier.push({ status: order.status, amount: order.amount })
    order.amount = amount
    if (order.status === 'Success') log(order, '5.1.3.35')
    if (options.callsAmounts) notify(order)
  }

  /** As far as the interface allows it: only transfers are corrected, and no success is taken back. */
  function change(externalId: string, control: Change): void {
    const order = orders.find((one) => one.externalId === externalId)
    if (order === undefined) return
    const isOpen = !isFinal(order.status)
    const isCorrectable = order.profile === 'p2p' && order.status === 'Failed'
    const isAllowed = { pay: isOpen || isCorrectable, correct: isCorrectable, fail: isOpen }
    if (control.do === 'amount') changeAmount(order, control.amount)
    else if (control.do === 'status') move(order, control.status)
    else if (isAllowed[control.do]) move(order, control.do === 'fail' ? 'Failed' : 'Success')
  }

  function refusalOf(pipeline: string, profile: Profile, request: CreateRequest): Refusal | null {
    const { externalTransactionId: id, amount, currency, additionalFields = [] } = request
    const lacks = (field: string): boolean => additionalFields.every(({ key }) => key !== field)
    if (profile === 'token' && lacks('cardStorageToken')) return 'missingField'
    if (pipeline === 'p2p' && demands !== null && lacks(demands)) return 'missingField'
    if (orders.some(({ externalTransactionId }) => externalTransactionId === id)) return 'duplicate'
    const isPayout = profile === 'payout'
    if (!currencies.includes(currency)) return isPayout ? 'noRoute' : 'unknownCurrency'
    return isPayout && Number(amount) > payoutBalance ? 'insufficientBalance' : null
  }

  function create(pipeline: string, profile: Profile, text: string): Response {
    const request = readCreate(profile, text)
    if (request === undefined) return refuse('invalid')
    const refusal = refusalOf(pipeline, profile, request)
    if (refusal !== null) return refuse(refusal)
    const { first: status } = kinds[profile]
    const { externalTransactionId, amount, currency, callbackUrl, additionalFields } = request
    const number = String(orders.length + 1).padStart(10, '0')
    const isSparse = profile === 'p2p' && options.namesNoPlace()
    const sparse = isSparse ? withoutPlace[orders.length % withoutPlace.length] : undefined
    const token = additionalFields?.find(({ key }) => key === 'cardStorageToken')?.value
    const untilNow = Object.values(codes).slice(0, Object.keys(codes).indexOf(status) + 1)
    const order: Order = {
      externalId: `E-${number}`,
      ...{ externalTransactionId, pipeline, profile, status, amount, currency, callbackUrl },
      createdAt: clock.now(),
      history: untilNow.map((code) => ({ time: clock.now(), code })),
      earlier: [],
      cardToken: profile === 'token' ? String(token) : null,
      saysWhere: profile === 'form' || (profile === 'p2p' && sendsDetails && sparse === undefined),
    }
    orders.push(order)
    if (status !== 'Init') notify(order)
    if (profile === 'payout')
      clock.after(2000, () => {
        if (order.status === 'Created') move(order, 'Processing')
      })
    const formUrl = `${serviceUrls.core}/form?token=${number}`
    const card = isOdd(order) ? '' : `516875${number}`
    const details = sparse ?? { formUrl, card, fio: 'Olena Kovalenko', iban: `UA00${number}` }
    const members = {
      p2p: { paymentDetails: sendsDetails ? details : null },
      form: { formUrl },
      token: { paymentDetails: { formUrl } },
      payout: {},
    }
    return json(JSON.stringify({ externalId: order.externalId, orderStatus: status, ...members[profile] }))
  }

  /** A pipeline finds its own orders, which is the least that the interface promises. */
  function lookUp(pipeline: string, isThis: (order: Order) => boolean): Response {
    const order = orders.find((one) => one.pipeline === pipeline && isThis(one))
    if (order === undefined) return responseOf(404)
    const { externalId, status, amount, currency, profile, history } = order
    const isLate = options.lateCards && history.every(({ code }) => code !== '4.1.3.00')
    const time = (item: { time: number }): string => timeOf(item.time, isOdd(order))
    const body = {
      externalId,
      orderStatus: status,
      orderHistory: history.map((item) => ({ time: time(item), action: null, newCode: item.code })),
      amount: null,
      ...(profile === 'payout' ? {} : { currency }),
      externalParams: isLate ? undefined : paramsOf(order),
    }
    return json(withAmount(body, amount))
  }

  function handle({ origin, pathname }: URL, init: RequestInit): Response {
    const headers = new Headers(init.headers)
    const isOwn = (name: string): boolean => headers.get('authorization') === `Bearer ${keyOf(name)}`
    const [pipeline, profile] = Object.entries(profiles).find(([name]) => isOwn(name)) ?? []
    if (pipeline === undefined || profile === undefined) return responseOf(401)
    const { host, orderType } = kinds[profile]
    const [, kind, id = '', by] = path.exec(pathname) ?? []
    const isOwnHost = origin === serviceUrls[by === undefined ? host : 'core']
    if (!isOwnHost || kind !== orderType.toLowerCase()) return responseOf(403)
    if (by === undefined) {
      const isJson = headers.get('content-type')?.startsWith('application/json') === true
      return isJson ? create(pipeline, profile, String(init.body)) : unsupportedMediaType()
    }
    const given = decodeURIComponent(id)
    return lookUp(pipeline, ({ externalId, externalTransactionId }) =>
      by === 'status' ? externalId === given : externalTransactionId === given,
    )
  }

  return {
    async fetch(input: string | URL, init: RequestInit): Promise<Response> {
      const url = new URL(input)
      const kind = url.pathname.includes('/withdrawal-order/') ? 'payout' : 'deposit'
      const operation = `${kind}.${init.method === 'POST' ? 'create' : 'status'}` as const
      return faults.apply(operation, () => handle(url, init))
    },
    orders: (): Order[] => orders.map((order) => ({ ...order })),
    change,
    addFault: faults.add,
    endFaults: faults.end,
    /** Whether creates of transfers name the payment details. */
    sendDetails(sends: boolean): void {
      sendsDetails = sends
    },
  }
}
