import { createHash } from 'node:crypto'

// A model of the payments service, from the text of its interface alone: it shares no code with what it is compared to.

export type Profile = 'p2p' | 'form' | 'token' | 'payout'

/** A create request. `wrong`: the one thing that is wrong with it. */
export interface Create {
  profile: Profile
  /** As JSON: a number with its digits, or a text in its quotes. */
  amount: string
  currency: string
  id: string
  wrong:
    | 'nothing'
    | 'no key'
    | 'garbage as the key'
    | 'key of the other kind'
    | 'content type'
    | 'amount'
    | 'empty id'
    | 'no redirect'
    | 'no token'
    | 'field without a key'
    | 'field without a value'
    | 'unknown currency'
    | 'more than the balance'
}

/** What an answer has to be. Null: the interface does not say. */
interface Expected {
  status: number
  label?: string
  statusDescrption?: string
  code?: string
  orderStatus?: string
  order?: Order
}

export interface Order {
  profile: Profile
  externalTransactionId: string
  externalId: string | null
  amount: string
  currency: string
  /** The last status that the model knows; an open order may have moved forward since. */
  status: string
  /** Every final status that it has moved into. */
  finals: string[]
}

const firstStatus = { p2p: 'Processing', form: 'Init', token: 'Processing', payout: 'Created' }
const openStatuses = ['Init', 'Created', 'Processing']
const labels = [
  'VALIDATION_ERROR',
  'REQUEST_VALIDATION_ERROR',
  'LIMITS_ERROR',
  'TEMPORARY_ERROR',
  'NOT_FOUND',
  'INTERNAL_SERVER_ERROR',
]

/** The minutes from the first attempt of a delivery to each attempt. */
export const deliveryMinutes = [0, 7, 14, 21, 35, 56, 91, 147, 238, 385, 623].map((_, index, delays) =>
  delays.slice(0, index + 1).reduce((sum, delay) => sum + delay, 0),
)

/** Half-up to two decimals, on the digits. */
function rounded(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  if (fraction.length <= 2) return `${whole}.${fraction.padEnd(2, '0')}`
  const cents = BigInt(whole + fraction.slice(0, 2)) + (fraction.charCodeAt(2) >= 53 ? 1n : 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const isSameAmount = (a: string, b: string): boolean => {
  const canonical = (text: string): string => {
    const [whole = '', fraction = ''] = text.replaceAll('"', '').split('.')
    return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
  }
  return canonical(a) === canonical(b)
}

/** The value of a member, with its digits as they were sent. */
const textOf = (json: string, name: string): string =>
  new RegExp(`"${name}":("[^"]*"|[^,}]*)`).exec(json)?.[1] ?? ''
const stringOf = (json: string, name: string): string => textOf(json, name).replace(/^"|"$/g, '')

export class ServiceModel {
  readonly orders: Order[] = []

  /** What the service answers. The order exists once it does. */
  create({ profile, amount, currency, id, wrong }: Create): Expected {
    const validation = { status: 400 }
    switch (wrong) {
      case 'no key':
      case 'garbage as the key':
        return { status: 401 }
      case 'key of the other kind':
        return { status: 403 }
      case 'content type':
        return { status: 415 }
      case 'unknown currency':
        return profile === 'payout'
          ? { status: 423, label: 'TEMPORARY_ERROR', statusDescrption: '0000-2', code: '1.2.4.3' }
          : { status: 423, label: 'TEMPORARY_ERROR', statusDescrption: '2-00100-2', code: '1.2.4.9' }
      case 'more than the balance':
        return { status: 422, label: 'TEMPORARY_ERROR', statusDescrption: '1-4010', code: '1.1.4.3' }
      case 'nothing':
        break
      default:
        return validation
    }
    if (this.orders.some((order) => order.externalTransactionId === id))
      return { status: 400, label: 'VALIDATION_ERROR', statusDescrption: '1-4007', code: '1.1.5.1' }
    const text = amount.replaceAll('"', '')
    const order: Order = {
      ...{ profile, currency, externalTransactionId: id, externalId: null, finals: [] },
      amount: profile === 'p2p' ? rounded(text) : text,
      status: firstStatus[profile],
    }
    this.orders.push(order)
    return { status: 200, orderStatus: order.status, order }
  }

  /** Null: it is as expected; else what is wrong with the answer to a create. */
  checkCreate(expected: Expected, status: number, json: string): string | null {
    if (status !== expected.status) return `answered ${status}, not ${expected.status}: ${json}`
    if (expected.order === undefined) return checkError(expected, json)
    const externalId = stringOf(json, 'externalId')
    if (externalId === '') return `no externalId: ${json}`
    if (this.orders.some((order) => order.externalId === externalId)) return `${externalId} twice`
    expected.order.externalId = externalId
    if (stringOf(json, 'orderStatus') !== expected.orderStatus) return `not ${expected.orderStatus}: ${json}`
    const needsForm = expected.order.profile === 'p2p' || expected.order.profile === 'form'
    if (needsForm && !URL.canParse(stringOf(json, 'formUrl'))) return `no formUrl: ${json}`
    return null
  }

  /** A control of the sandbox that the interface has a transition for: false where it has none. */
  move(order: Order, to: 'Success' | 'Failed'): boolean {
    const isCorrection = order.status === 'Failed' && order.profile === 'p2p' && to === 'Success'
    if (!openStatuses.includes(order.status) && !isCorrection) return false
    order.status = to
    order.finals.push(to)
    return true
  }

  /** Null: the answer to a status lookup is as expected. `order` undefined: there is none. */
  checkStatus(order: Order | undefined, status: number, json: string): string | null {
    if (order === undefined)
      return status === 404 ? checkError({ status, label: 'NOT_FOUND' }, json) : `answered ${status}, not 404`
    if (status !== 200) return `answered ${status}: ${json}`
    if (stringOf(json, 'externalId') !== order.externalId) return `another externalId: ${json}`
    const reported = stringOf(json, 'orderStatus')
    const isForward = openStatuses.indexOf(reported) >= openStatuses.indexOf(order.status)
    if (openStatuses.includes(order.status) ? !isForward : reported !== order.status)
      return `${reported}, not ${order.status}`
    if (openStatuses.includes(order.status)) order.status = reported
    const amount = textOf(json, 'amount')
    if (amount !== '' && !isSameAmount(amount, order.amount)) return `of ${amount}, not ${order.amount}`
    const currency = stringOf(json, 'currency')
    if (currency !== '' && currency !== order.currency) return `in ${currency}, not ${order.currency}`
    const codes = [...json.matchAll(/"newCode":"([^"]*)"/g)].map(([, code = '']) => code)
    if (order.profile !== 'payout' && codes.length === 0) return `no history: ${json}`
    const wrong = codes.find((code) => !/^[1-6]\.[0-2]\.[0-5]\.\d\d$/.test(code))
    if (wrong !== undefined) return `the code ${wrong}`
    const state = { Success: '3', Failed: '4' }[order.status]
    const isExplained = state === undefined || codes.some((code) => code.split('.')[2] === state)
    return isExplained ? null : `no code explains ${order.status}: ${codes}`
  }

  /** Null: the callback is signed, and says of an order what it is or was. */
  checkCallback(body: string, signature: string, privateKey: string): string | null {
    const externalId = stringOf(body, 'externalId')
    const order = this.orders.find((one) => one.externalId === externalId)
    if (order === undefined) return `of no order: ${body}`
    const [status, orderType] = [stringOf(body, 'status'), stringOf(body, 'orderType')]
    const amount = stringOf(body, 'amount')
    const text = [externalId, status, amount, orderType, privateKey].join(';')
    if (createHash('sha256').update(text).digest('hex') !== signature.toLowerCase())
      return `not signed: ${body}`
    if (orderType !== (order.profile === 'payout' ? 'Withdrawal' : 'Deposit')) return `is a ${orderType}`
    if (!isSameAmount(amount, order.amount)) return `of ${amount}, not ${order.amount}`
    const was = status === 'Created' || status === 'Processing' || order.finals.includes(status)
    return was ? null : `${status}, which ${externalId} never was`
  }

  /** What has to have been called back of each order: each final status, in its order, once. */
  missingCallbacks(received: readonly string[]): string[] {
    return this.orders.flatMap(({ externalId, finals }) => {
      const statuses = received
        .filter((body) => stringOf(body, 'externalId') === externalId)
        .map((body) => stringOf(body, 'status'))
        .filter((status) => !openStatuses.includes(status))
      return statuses.join() === finals.join() ? [] : [`${externalId}: ${statuses}, not ${finals}`]
    })
  }
}

function checkError({ status, label, statusDescrption, code }: Expected, json: string): string | null {
  if (status === 401 || status === 403) return null
  if (status === 415)
    return textOf(json, 'status') === '415' && stringOf(json, 'title') !== '' ? null : `no problem: ${json}`
  const given = stringOf(json, 'label')
  if (!labels.includes(given) || textOf(json, 'message') === '') return `no error body: ${json}`
  const expected = { label, statusDescrption, code }
  const wrong = Object.entries(expected).find(
    ([name, value]) => value !== undefined && stringOf(json, name) !== value,
  )
  return wrong === undefined ? null : `${wrong[0]} is not ${wrong[1]}: ${json}`
}
