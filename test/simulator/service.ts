import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import type { Scheduler } from './scheduler.ts'

/**
 * The payments service, read from its interface alone. It shares no code with `src`: a mistake in the signature, the amounts
 * or the shapes of the wire that the server and the sandbox had in common would show here. `service.test.ts` compares the
 * sandbox with it.
 */

export type Profile = 'p2p' | 'form' | 'token' | 'payout'
type Operation = 'deposit.create' | 'deposit.status' | 'payout.create' | 'payout.status'

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

/**
 * What happens to the next requests. `drop-before` and `drop-after`: there is no response; `lag-status`: lookups find
 * nothing yet. `commit`: a request that gets another status is executed all the same.
 */
export interface Fault {
  on: Operation
  effect: 'drop-before' | 'drop-after' | 'malformed' | 'lag-status' | `status:${number}`
  times: number
  commit: boolean
}

/** A callback that was sent; it may arrive at any time, repeatedly or never. */
export interface SentCallback {
  url: string
  body: string
  signature: string
}

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

export const serviceUrls = {
  core: 'http://core.service.test',
  init: 'http://init.service.test',
  token: 'http://token.service.test',
}

const profiles: Record<string, Profile> = {
  p2p: 'p2p',
  'p2p-2': 'p2p',
  form: 'form',
  token: 'token',
  payout: 'payout',
}
/** By pipeline. */
export const keyOf = (pipeline: string): string => `the-services-key-of-${pipeline}`
export const keys: readonly string[] = Object.keys(profiles).map(keyOf)
/** By pipeline: forms have one of their own. */
export const privateKeyOf = (pipeline: string): string =>
  pipeline === 'form' ? 'the-key-that-signs-callbacks-of-forms' : 'the-key-that-signs-callbacks'

/** The hexadecimal SHA-256 of the signed fields as received, and of the private key. */
export const signatureOf = (
  { externalId, status, amount, orderType }: Record<string, string>,
  key: string,
): string =>
  bytesToHex(sha256(new TextEncoder().encode([externalId, status, amount, orderType, key].join(';'))))

/** What a callback says, and the pipelines whose key has signed it. */
export function verifiedFields({ body, signature }: Pick<SentCallback, 'body' | 'signature'>) {
  function textOf(name: string): string {
    const [, text, number = ''] = new RegExp(`"${name}":(?:"([^"]*)"|([^,}]*))`).exec(body) ?? []
    return text ?? number
  }
  const [externalId, status] = [textOf('externalId'), textOf('status')]
  const fields = { externalId, status, amount: textOf('amount'), orderType: textOf('orderType') }
  const hasSigned = (name: string): boolean => signature === signatureOf(fields, privateKeyOf(name))
  return { ...fields, signedBy: Object.keys(profiles).filter(hasSigned) }
}

/** Half-up, as the service rounds the amounts of transfers. */
function withTwoDecimals(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length <= 2) return amount
  const cents = BigInt(whole + fraction.slice(0, 2)) + (Number(fraction.charAt(2)) >= 5 ? 1n : 0n)
  return String(cents).padStart(3, '0').replace(/(..)$/, '.$1')
}

const first: Record<Profile, { status: string; codes: string[] }> = {
  p2p: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  form: { status: 'Init', codes: ['1.0.0.00'] },
  token: { status: 'Processing', codes: ['1.0.0.00', '1.1.1.00', '2.1.1.00'] },
  payout: { status: 'Created', codes: ['1.0.0.00', '1.1.1.00'] },
}
const codes = new Map([
  ['Init', '1.0.0.00'],
  ['Created', '1.1.1.00'],
  ['Processing', '2.1.1.00'],
  ['Success', '5.1.3.00'],
  ['Failed', '4.1.4.00'],
])
/** The check with the gateway is done, and the payment has failed: the card has too little. */
const insufficientFunds = '4.1.4.63'
const isFinal = (status: string): boolean => status === 'Success' || status === 'Failed'

/** Minutes before each retry of a callback. */
const retryMinutes = [7, 14, 21, 35, 56, 91, 147, 238, 385, 623]
/** The history gets its last items this long after the end. */
const lateHistoryMs = 600_000

const Text = z.string().min(1)
const Deposit = z.strictObject({
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string(),
  externalTransactionId: Text,
  callbackUrl: z.url().optional(),
  processingRedirectUrl: z.url().optional(),
  failedRedirectUrl: z.url().optional(),
  successRedirectUrl: z.url().optional(),
  additionalFields: z
    .array(z.strictObject({ key: Text, value: z.union([z.string(), z.number(), z.boolean()]) }))
    .optional(),
})
const schemas = {
  p2p: Deposit.required({ processingRedirectUrl: true, failedRedirectUrl: true, successRedirectUrl: true }),
  form: Deposit,
  token: Deposit.required({ additionalFields: true }),
  payout: Deposit.omit({ processingRedirectUrl: true, failedRedirectUrl: true, successRedirectUrl: true }),
}

/** JSON whose amount keeps its digits: a number on the wire, text here. */
const parseBody = (text: string): unknown =>
  JSON.parse(text.replace(/("amount":\s*)(\d+(?:\.\d+)?)(?=\s*[,}])/, '$1"$2"'))
const withAmount = (body: object, amount: string): string =>
  JSON.stringify(body).replace('"amount":null', `"amount":${amount}`)

const json = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } })
const error = (status: number, label: string, members: object = {}): Response =>
  json(JSON.stringify({ label, message: label, ...members }), status)
const refusals = {
  invalid: () => error(400, 'REQUEST_VALIDATION_ERROR'),
  missingField: () => error(400, 'VALIDATION_ERROR', { statusDescrption: '0000-0', code: '1.2.4.8' }),
  duplicate: () => error(400, 'VALIDATION_ERROR', { statusDescrption: '1-4007', code: '1.1.5.1' }),
  insufficientBalance: () => error(422, 'TEMPORARY_ERROR', { statusDescrption: '1-4010', code: '1.1.4.3' }),
  noRoute: () => error(423, 'TEMPORARY_ERROR', { statusDescrption: '0000-2', code: '1.2.4.3' }),
  unknownCurrency: () => error(423, 'TEMPORARY_ERROR', { statusDescrption: '2-00100-2', code: '1.2.4.9' }),
  unsupportedMediaType: () =>
    new Response('{"type":"about:blank","title":"Unsupported Media Type","status":415}', {
      status: 415,
      headers: { 'content-type': 'application/problem+json' },
    }),
}
/** Payment details that are no place to pay to. */
const withoutPlace = [
  { bank: 'Bank', method: 'P2P' },
  { formUrl: '', card: '', iban: ' ', fio: 'Olena Kovalenko' },
  { qrUrl: 'data:,', method: 'P2P' },
]
const currencies = ['UAH', 'EUR']
const payoutBalance = 1_000_000

/** The interface leaves these open, so orders take turns. */
const isOdd = ({ externalId }: Order): boolean => /[13579]$/.test(externalId)
const timeOf = (time: number, hasOffset: boolean): string =>
  new Date(time).toISOString().slice(0, hasOffset ? undefined : -1)

const paramsOf = ({ cardToken, status }: Order) =>
  cardToken === null || status !== 'Success'
    ? undefined
    : {
        cardToken: `the bank's token of ${cardToken}`,
        cardStorageToken: cardToken,
        cardHolder: null,
        cardNumber: '411111******1111',
      }

export type Service = ReturnType<typeof createService>

export function createService({
  clock,
  deliver,
  callsAmounts,
  lateCards,
  givesReasons,
  namesNoPlace,
  demands,
  cardOf,
}: ServiceOptions) {
  const orders: Order[] = []
  const faults: Fault[] = []
  /** By order: its callbacks are sent one after another. */
  const queues = new Map<string, Promise<void>>()
  /** Orders of which the callback of a final status was acknowledged. */
  const acknowledged = new Set<string>()
  let sendsDetails = true

  function log(order: Order, code: string, time = clock.now()): void {
    order.history.push({ time, code })
    order.history.sort((a, b) => a.time - b.time)
  }

  const keepEarlier = ({ earlier, status, amount }: Order): void => {
    earlier.push({ status, amount })
  }

  function callbackOf(order: Order, url: string): SentCallback {
    const { externalId, status, amount, pipeline, profile, history } = order
    const orderType = profile === 'payout' ? 'Withdrawal' : 'Deposit'
    const body = {
      externalId,
      status,
      amount: isOdd(order) ? amount : null,
      orderType,
      externalParams: paramsOf(order),
      orderHistory: history.map(({ time, code }) => ({
        Time: timeOf(time, false),
        Action: null,
        NewCode: code,
      })),
    }
    const signature = signatureOf({ externalId, status, amount, orderType }, privateKeyOf(pipeline))
    return { url, body: withAmount(body, amount), signature }
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
    queues.set(
      externalId,
      (queues.get(externalId) ?? Promise.resolve()).then(() => attempt(0)),
    )
  }

  function move(order: Order, status: string, code = codes.get(status) ?? '4.0.5.00'): void {
    const hasChanged = order.status !== status
    keepEarlier(order)
    order.status = status
    if (status === 'Success' && order.profile === 'form')
      order.cardToken = cardOf(order.externalTransactionId)
    if (status === 'Failed' && givesReasons && isOdd(order)) log(order, insufficientFunds)
    log(order, code)
    if (!hasChanged) return
    if (status !== 'Init') notify(order)
    const endedAt = clock.now()
    if (isFinal(status))
      clock.after(lateHistoryMs, () => {
        if (order.status !== status) return
        log(order, status === 'Success' ? '4.1.3.00' : '4.2.2.13', endedAt)
        if (acknowledged.has(order.externalId)) log(order, '6.1.1.00', endedAt)
      })
  }

  /** Whether the interface allows it: only transfers are corrected, and no success is taken back. */
  function change(externalId: string, control: Change): void {
    const order = orders.find((one) => one.externalId === externalId)
    if (order === undefined) return
    const isOpen = !isFinal(order.status)
    const isCorrectable = order.profile === 'p2p' && order.status === 'Failed'
    switch (control.do) {
      case 'pay':
        if (isOpen || isCorrectable) move(order, 'Success')
        break
      case 'correct':
        if (isCorrectable) move(order, 'Success')
        break
      case 'fail':
        if (isOpen) move(order, 'Failed')
        break
      case 'status':
        move(order, control.status)
        break
      case 'amount':
        if (order.amount === control.amount) break
        keepEarlier(order)
        order.amount = control.amount
        if (order.status === 'Success') log(order, '5.1.3.35')
        if (callsAmounts) notify(order)
    }
  }

  function create(pipeline: string, profile: Profile, text: string): Response {
    const { data: request } = schemas[profile].safeParse(parseBody(text))
    if (request === undefined || !/[1-9]/.test(request.amount)) return refusals.invalid()
    const { externalTransactionId, amount, currency, callbackUrl, additionalFields } = request
    const card = additionalFields?.find(({ key }) => key === 'cardStorageToken')?.value
    if (profile === 'token' && card === undefined) return refusals.missingField()
    const hasDemanded = additionalFields?.some(({ key }) => key === demands) === true
    if (pipeline === 'p2p' && demands !== null && !hasDemanded) return refusals.missingField()
    if (orders.some((one) => one.externalTransactionId === externalTransactionId)) return refusals.duplicate()
    if (!currencies.includes(currency))
      return profile === 'payout' ? refusals.noRoute() : refusals.unknownCurrency()
    if (profile === 'payout' && Number(amount) > payoutBalance) return refusals.insufficientBalance()
    const { status, codes: history } = first[profile]
    const number = String(orders.length + 1).padStart(10, '0')
    const sparse =
      profile === 'p2p' && namesNoPlace() ? withoutPlace[orders.length % withoutPlace.length] : undefined
    const order: Order = {
      externalId: `E-${number}`,
      ...{ externalTransactionId, pipeline, profile, status, currency, callbackUrl },
      amount: profile === 'p2p' ? withTwoDecimals(amount) : amount,
      createdAt: clock.now(),
      history: history.map((code) => ({ time: clock.now(), code })),
      earlier: [],
      cardToken: profile === 'token' ? String(card) : null,
      saysWhere: profile === 'form' || (profile === 'p2p' && sendsDetails && sparse === undefined),
    }
    orders.push(order)
    if (status !== 'Init') notify(order)
    if (profile === 'payout')
      clock.after(2000, () => {
        if (order.status === 'Created') move(order, 'Processing')
      })
    const formUrl = `${serviceUrls.core}/form?token=${number}`
    const details = {
      formUrl,
      card: isOdd(order) ? '' : `516875${number}`,
      fio: 'Olena Kovalenko',
      iban: `UA00${number}`,
    }
    const members = {
      p2p: { paymentDetails: sendsDetails ? (sparse ?? details) : null },
      form: { formUrl },
      token: { paymentDetails: { formUrl } },
      payout: {},
    }[profile]
    return json(JSON.stringify({ externalId: order.externalId, orderStatus: status, ...members }))
  }

  /** A pipeline finds its own orders, which is the least that the interface promises. */
  function lookUp(pipeline: string, isThis: (order: Order) => boolean): Response {
    const order = orders.find((one) => one.pipeline === pipeline && isThis(one))
    if (order === undefined) return error(404, 'NOT_FOUND')
    const { externalId, status, amount, currency, profile, history } = order
    const body = {
      externalId,
      orderStatus: status,
      orderHistory: history.map(({ time, code }) => ({
        time: timeOf(time, isOdd(order)),
        action: null,
        newCode: code,
      })),
      amount: null,
      ...(profile === 'payout' ? {} : { currency }),
      externalParams:
        lateCards && !history.some(({ code }) => code === '4.1.3.00') ? undefined : paramsOf(order),
    }
    return json(withAmount(body, amount))
  }

  function handle({ origin, pathname }: URL, init: RequestInit): Response {
    const headers = new Headers(init.headers)
    const pipeline = Object.keys(profiles).find(
      (name) => headers.get('authorization') === `Bearer ${keyOf(name)}`,
    )
    const profile = profiles[pipeline ?? '']
    if (pipeline === undefined || profile === undefined) return new Response(null, { status: 401 })
    const [, kind, id = '', by] =
      /^\/api\/v1\/integration\/(deposit|withdrawal)-order\/(?:([^/]+)\/(status|status-by-external-transaction-id))?$/.exec(
        pathname,
      ) ?? []
    const host = { p2p: 'core', form: 'init', token: 'token', payout: 'core' } as const
    const isOwnHost = origin === serviceUrls[by === undefined ? host[profile] : 'core']
    const isOwnKind = kind === (profile === 'payout' ? 'withdrawal' : 'deposit')
    if (!isOwnHost || !isOwnKind) return new Response(null, { status: 403 })
    if (by === undefined) {
      const isJson = headers.get('content-type')?.startsWith('application/json') === true
      if (!isJson) return refusals.unsupportedMediaType()
      return create(pipeline, profile, String(init.body))
    }
    const given = decodeURIComponent(id)
    return lookUp(pipeline, ({ externalId, externalTransactionId }) =>
      by === 'status' ? externalId === given : externalTransactionId === given,
    )
  }

  function takeFault(on: Operation): Fault | undefined {
    const fault = faults.find((one) => one.on === on)
    if (fault === undefined) return undefined
    fault.times -= 1
    if (fault.times === 0) faults.splice(faults.indexOf(fault), 1)
    return fault
  }

  return {
    async fetch(input: string | URL, init: RequestInit): Promise<Response> {
      const url = new URL(input)
      const kind = url.pathname.includes('/withdrawal-order/') ? 'payout' : 'deposit'
      const { effect, commit } = takeFault(`${kind}.${init.method === 'POST' ? 'create' : 'status'}`) ?? {}
      const broken = new TypeError('fetch failed')
      if (effect === 'drop-before') throw broken
      const [, status] = effect?.split(':') ?? []
      if (status !== undefined) {
        if (commit) handle(url, init)
        const hasBody = !['401', '403'].includes(status)
        if (status === '404') return error(404, 'NOT_FOUND')
        return hasBody
          ? error(Number(status), Number(status) < 500 ? 'TEMPORARY_ERROR' : 'INTERNAL_SERVER_ERROR')
          : new Response(null, { status: Number(status) })
      }
      const response = handle(url, init)
      if (effect === 'drop-after') throw broken
      if (effect === 'malformed') return json('{"externalId": ')
      return effect === 'lag-status' && response.ok ? error(404, 'NOT_FOUND') : response
    },
    orders: (): Order[] => orders.map((order) => ({ ...order })),
    change,
    addFault: (fault: Fault): unknown => faults.push({ ...fault }),
    endFaults(): void {
      faults.length = 0
    },
    /** Whether creates of transfers name the payment details. */
    sendDetails(sends: boolean): void {
      sendsDetails = sends
    },
  }
}
