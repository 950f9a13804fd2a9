import type { Random } from '../../src/sandbox/random.ts'
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

/** The network between the instances and the service. */
export interface ServiceNetwork {
  /** `send`: forwards to the service. `isCreate`: a POST. */
  carry(isCreate: boolean, send: () => Promise<Response>): Promise<Response>
  /** Delays the next create. */
  delay(delay: Delay): void
  /** Delays the response to the next lookup. */
  delayLookup(ms: number): void
  answerNext(answer: ProxyAnswer): void
  /** Lookups are answered with 403, or no longer. */
  denyLookups(denies: boolean): void
  /** From now on lookups report no amount and no history. */
  hideDetails(): void
  /** Whether lookups ever reported less than they know. */
  hasHiddenDetails(): boolean
  /** Ends all delays. `showDetails`: lookups report all that they know again. */
  quiesce(showDetails: boolean): void
}

/** What the interface does not promise for every flow. */
function withoutDetails(text: string): string {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) return text
  return JSON.stringify({ ...parsed, amount: undefined, orderHistory: undefined })
}

export function createServiceNetwork(link: Link, scheduler: Scheduler): ServiceNetwork {
  let delays: Delay[] = []
  let answers: ProxyAnswer[] = []
  let hidesDetails = false
  let deniesLookups = false
  let hasHidden = false
  let lookupDelayMs = 0

  async function carryCreate(send: () => Promise<Response>): Promise<Response> {
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
    async carry(isCreate, send) {
      if (isCreate) return await carryCreate(send)
      if (deniesLookups) return new Response(null, { status: 403 })
      const delayMs = lookupDelayMs
      lookupDelayMs = 0
      const response = await carry(link, scheduler, send)
      if (delayMs > 0) await scheduler.delay(delayMs)
      return response.ok && hidesDetails
        ? new Response(withoutDetails(await response.text()), response)
        : response
    },
    delay: (delay) => delays.push(delay),
    delayLookup(ms) {
      lookupDelayMs = ms
    },
    answerNext: (answer) => answers.push(answer),
    denyLookups(denies) {
      deniesLookups = denies
    },
    hideDetails() {
      hidesDetails = true
      hasHidden = true
    },
    hasHiddenDetails: () => hasHidden,
    quiesce(showDetails) {
      delays = []
      answers = []
      lookupDelayMs = 0
      deniesLookups = false
      hidesDetails &&= !showDetails
    },
  }
}
