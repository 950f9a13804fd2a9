import { z } from 'zod'
import type { Random } from '../../src/sandbox/random.ts'
import type { Entry } from '../../src/server/rules/model.ts'
import { otherCurrency } from './customers.ts'
import type { Scheduler } from './scheduler.ts'

/** The faults of a network: probabilities in percent. */
export interface LinkFaults {
  loss: number
  duplicate: number
  slow: number
}

export interface Link {
  faults: LinkFaults
  random: Random
  /** The longest delay of a request, and of a response. */
  maxDelayMs: number
  /** How long a request hangs at most once it or its response is lost. */
  hangMs: number
}

export const chance = (random: Random, percent: number): boolean =>
  percent > 0 && random.int(1000) < percent * 10

export const networkError = (): TypeError => new TypeError('fetch failed')

/** Carries one request to `deliver`. Without faults it arrives at once. */
export async function carry(
  { faults, random, maxDelayMs, hangMs }: Link,
  { delay }: Pick<Scheduler, 'delay'>,
  deliver: () => Promise<Response>,
): Promise<Response> {
  const latency = async (): Promise<void> => {
    if (chance(random, faults.slow)) await delay(random.int(maxDelayMs))
  }
  const lose = async (): Promise<never> => {
    await delay(random.int(2) === 0 ? 20 : hangMs)
    throw networkError()
  }
  const isLost = chance(random, faults.loss)
  const isResponseLost = chance(random, faults.loss)
  const isDuplicate = chance(random, faults.duplicate)
  if (isLost) return await lose()
  await latency()
  // At the same time: the server may handle either first.
  if (isDuplicate) deliver().catch(() => undefined)
  const response = await deliver()
  if (isResponseLost) return await lose()
  await latency()
  return response
}

/** A slow create: its request or its response is delayed. */
export interface Delay {
  what: 'request' | 'response'
  ms: number
}

/** A proxy answers the next create by itself. `arrives`: the service has executed it. */
export interface ProxyAnswer {
  status: number
  body: string
  arrives: boolean
}

/** Lookups of an order that was open repeat their first response, as from a replica that lags behind. */
export interface Lag {
  lookups: number
  /** The status that they name; null: the one that it had. */
  status: string | null
}

interface OtherOrder {
  kind: Kind
  externalId: string
  id?: string
}

/** Why an order that a lookup finds cannot be ours. */
export type ForeignSign = 'currency' | 'history'

type Kind = Entry['kind']

/** `id`: the attempt's `externalTransactionId`, or for a lookup of a placed order its `externalId`; null: neither. */
interface ServiceRequest {
  isCreate: boolean
  kind: Kind
  id: string | null
}

/** Receives the `id` of each request that gets what the service itself does not do. */
interface Observer {
  /** An order of another system exists. */
  onForeign(id: string): void
  /** A lookup reports an earlier state. */
  onStale(id: string): void
  /** A response names the order of another attempt. */
  onConfused(id: string): void
  /** A lookup of the order with either id has named an amount that no parser takes. */
  onGarbled(id: string): void
}

/** The network between the instances and the service. */
export interface ServiceNetwork {
  /** `send`: forwards to the service. */
  carry(request: ServiceRequest, send: () => Promise<Response>): Promise<Response>
  /** Another system has used the id of the next create: its order exists, and lookups find it. */
  takeNextId(sign: ForeignSign): void
  /** From now on lookups of this order of another system report no history and no amount; or they do again. */
  hideForeign(id: string): void
  showForeign(id: string): void
  lagLookups(lag: Lag): void
  /**
   * The next response that names an order of this kind names another one; null: none does. `id`: only a response to a request
   * by it.
   */
  confuseNext(other: OtherOrder | null): void
  /** Delays the next create. */
  delay(delay: Delay): void
  /** Delays the response to the next lookup. `id`: the next by it. */
  delayLookup(ms: number, id?: string): void
  answerNext(answer: ProxyAnswer): void
  /** Lookups are answered with 403, or no longer. */
  denyLookups(denies: boolean): void
  /** From now on lookups report no amount and no history: they are left out, null or empty. */
  hideDetails(): void
  /** From now on lookups of the order with this id report another currency. */
  changeCurrency(id: string): void
  /** From now on lookups report this text as every amount; null: no longer. An empty one is none. */
  garbleAmounts(text: string | null): void
  /** Whether lookups ever reported less than they know. */
  hasHiddenDetails(): boolean
  /** Ends all delays. `showDetails`: lookups report all that they know again. */
  quiesce(showDetails: boolean): void
}

/** What a lookup names in place of an amount. */
const noAmounts = [undefined, null, '']

/** What the interface does not promise for every flow. */
function withoutDetails(text: string, amount: unknown): string {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return text
  return JSON.stringify({ ...parsed, amount, orderHistory: undefined })
}

/** What nobody in the simulator is asked for. */
const otherAmount = 98_765.43

/** The response to a lookup, as one of an order of another system. */
function asForeign(text: string, sign: ForeignSign): string {
  const { orderHistory, currency, ...parsed } = Found.parse(JSON.parse(text))
  const before = (time: string): string => new Date(Date.parse(time) - 24 * 3_600_000).toISOString()
  return JSON.stringify(
    sign === 'currency'
      ? { ...parsed, orderHistory, currency: otherCurrency(currency ?? 'UAH') }
      : {
          ...parsed,
          currency,
          amount: otherAmount,
          orderHistory: orderHistory.map((item) => ({ ...item, time: before(item.time) })),
        },
  )
}

const isFinal = (text: string): boolean => /"orderStatus":"(Success|Failed)"/.test(text)

const Found = z.looseObject({
  orderHistory: z.array(z.looseObject({ time: z.string() })),
  currency: z.string().optional(),
})

export function createServiceNetwork(
  link: Link,
  scheduler: Scheduler,
  { onForeign, onStale, onConfused, onGarbled }: Observer,
): ServiceNetwork {
  let delays: Delay[] = []
  let answers: ProxyAnswer[] = []
  let hidesDetails = false
  let garbled: string | null = null
  let deniesLookups = false
  let hasHidden = false
  let lookupDelay: { ms: number; id?: string | undefined } | null = null
  let lag: Lag = { lookups: 0, status: null }
  let confusedWith: OtherOrder | null = null
  let nextForeign: ForeignSign | null = null
  const foreign = new Map<string, ForeignSign>()
  const hiddenForeign = new Set<string>()
  const inOtherCurrency = new Set<string>()
  /** What the first lookup of each order that was open has reported. */
  const firstFound = new Map<string, string>()

  let hiddenCount = 0
  const hide = (text: string): string => {
    hiddenCount += 1
    return withoutDetails(text, noAmounts[hiddenCount % noAmounts.length])
  }

  /** What a lookup receives in place of the service's `text`. */
  function distort(id: string, given: string): string {
    if (garbled !== null && garbled !== '') onGarbled(id)
    if (inOtherCurrency.has(id))
      return given.replace(
        /("currency":)"([^"]*)"/,
        (_, name: string, currency: string) => `${name}"${otherCurrency(currency)}"`,
      )
    const text = garbled === null ? given : given.replace(/("amount":)[^,}]*/, `$1"${garbled}"`)
    const sign = foreign.get(id)
    if (sign !== undefined) return hiddenForeign.has(id) ? hide(text) : asForeign(text, sign)
    const first = firstFound.get(id)
    if (first === undefined && !isFinal(text)) firstFound.set(id, text)
    if (first === undefined || lag.lookups === 0) return hidesDetails ? hide(text) : text
    lag.lookups -= 1
    onStale(id)
    return lag.status === null ? first : first.replace(/("orderStatus":)"[^"]*"/, `$1"${lag.status}"`)
  }

  async function confuse({ id, kind }: ServiceRequest, response: Response): Promise<Response> {
    const other = confusedWith
    if (other?.kind !== kind || id === null || !response.ok || id !== (other.id ?? id)) return response
    confusedWith = null
    onConfused(id)
    return new Response(
      (await response.text()).replace(/("externalId":)"[^"]*"/, `$1"${other.externalId}"`),
      response,
    )
  }

  async function carryCreate({ id, kind }: ServiceRequest, send: () => Promise<Response>): Promise<Response> {
    // The service names no currency of a payout.
    const sign = nextForeign !== null && kind === 'payout' ? 'history' : nextForeign
    nextForeign = null
    if (sign !== null && id !== null && (await (await send()).text()).includes('"externalId":"')) {
      foreign.set(id, sign)
      onForeign(id)
    }
    const delayed = delays.shift()
    const answer = answers.shift()
    if (delayed?.what === 'request') await scheduler.delay(delayed.ms)
    const answered = async (): Promise<Response> => {
      if (answer?.arrives === true) await send()
      return new Response(answer?.body, answer)
    }
    const response = await carry(link, scheduler, answer === undefined ? send : answered)
    if (delayed?.what === 'response') await scheduler.delay(delayed.ms)
    return response
  }

  return {
    async carry(request, send) {
      const { isCreate, id } = request
      if (isCreate) return await confuse(request, await carryCreate(request, send))
      if (deniesLookups) return new Response(null, { status: 403 })
      const delayMs = lookupDelay !== null && (lookupDelay.id ?? id) === id ? lookupDelay.ms : 0
      if (delayMs > 0) lookupDelay = null
      const response = await carry(link, scheduler, send)
      const text = response.ok && id !== null ? distort(id, await response.text()) : null
      if (delayMs > 0) await scheduler.delay(delayMs)
      return text === null ? response : await confuse(request, new Response(text, response))
    },
    takeNextId(sign) {
      nextForeign = sign
    },
    hideForeign: (id) => hiddenForeign.add(id),
    showForeign: (id) => hiddenForeign.delete(id),
    lagLookups(next) {
      lag = { ...next }
    },
    confuseNext(other) {
      confusedWith = other
    },
    delay: (delay) => delays.push(delay),
    delayLookup(ms, id) {
      lookupDelay = { ms, id }
    },
    answerNext: (answer) => answers.push(answer),
    denyLookups(denies) {
      deniesLookups = denies
    },
    changeCurrency: (id) => inOtherCurrency.add(id),
    garbleAmounts(text) {
      garbled = text
      // What is paid meanwhile may never be looked up again.
      hasHidden ||= text !== null
    },
    hideDetails() {
      hidesDetails = true
      hasHidden = true
    },
    hasHiddenDetails: () => hasHidden,
    quiesce(showDetails) {
      delays = []
      answers = []
      lookupDelay = null
      lag = { lookups: 0, status: null }
      confusedWith = null
      nextForeign = null
      deniesLookups = false
      hidesDetails &&= !showDetails
      garbled = null
    },
  }
}
