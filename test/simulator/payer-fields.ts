import { z } from 'zod'
import type { CheckoutView, PayerField } from '../../src/contract/view.ts'
import type { Attempt, Checkout } from '../../src/server/rules/model.ts'

type Values = Record<string, string>

/** How long after the start of a history the shop also requests the payer's bank. */
export const bankAfterMs = 900_000
/** What the first pipeline for transfers refuses to go without, if the service demands it. */
export const demandedKey = 'phone'
/** What the second pipeline for transfers takes. */
export const takenBySecond = ['accountNumber', 'senderName']

/** What the shop requests of payers of transfers. The phone is requested only once the service has refused one without it. */
export const declaredFields = (requestsBank: boolean) => ({
  transfer: [
    { key: 'senderName', kind: 'text' as const },
    { key: demandedKey, kind: 'tel' as const, onDemand: true },
    ...(requestsBank ? [{ key: 'bankName', kind: 'text' as const }] : []),
  ],
})

const wasDemanded = ({ method, state, refusal }: Attempt): boolean =>
  method === 'transfer' && state === 'refused' && refusal?.code === '1.2.4.8'

/** Whether the payer of a transfer can fill in now what the last one was refused without. */
export const isCorrectable = ({ attempts }: Checkout): boolean => {
  const last = attempts.findLast(({ method }) => method === 'transfer')
  return last !== undefined && wasDemanded(last)
}

/** The fields that a view lists for a transfer, besides the bank. */
export const expectedFields = ({ attempts }: Checkout): string[] => [
  'senderName',
  ...(attempts.some(wasDemanded) ? [demandedKey] : []),
]
export const comparedFields = (fields: readonly PayerField[]): string[] =>
  fields.filter(({ key, required }) => required && key !== 'bankName').map(({ key }) => key)

const phonePrefix = '+38067'
/** What payer number `n` fills in. */
export const valuesOf = (n: number, keys: readonly string[]): Values => {
  const phone = `${phonePrefix}${String(n).padStart(7, '0')}`
  const values: Values = { senderName: `payer ${n}`, phone, bankName: `bank ${n}` }
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? '']))
}

const Body = z.object({
  additionalFields: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
})

/** What a payer has filled in is sent to the pipelines that take it, as it was given. */
export function createFieldInvariants(expectRule: (holds: boolean, rule: string) => void) {
  /** The numbers of payers, by order. */
  const given = new Map<string, Set<number>>()
  /** The number that a transfer was sent with, by externalTransactionId. */
  const sent = new Map<string, number>()
  const numberIn = (value: unknown): number =>
    Number(/\d+$/.exec(String(value).replace(phonePrefix, ''))?.[0])

  return {
    onGiven(order: string, n: number): void {
      given.set(order, (given.get(order) ?? new Set()).add(n))
    },
    /** A request has opened an order; the shop may have begun to request the bank while it was under way. */
    onOpened({ id, fields }: CheckoutView, requestedBank: boolean, requestsBank: boolean): void {
      const keys = fields?.transfer?.map(({ key }) => key) ?? []
      const isCurrent = [requestedBank, requestsBank].includes(keys.includes('bankName'))
      expectRule(keys.length === 0 || isCurrent, `${id} was opened, and requests ${keys} of its payer`)
    },
    /** A create leaves with this body. */
    onCreateBody(
      { order, attempts }: Checkout,
      { externalTransactionId: id, ...attempt }: Attempt,
      body: string,
    ): void {
      const { additionalFields } = Body.parse(JSON.parse(body))
      const keys = additionalFields.map(({ key }) => key)
      const own = additionalFields.filter(({ key }) => ['senderName', demandedKey, 'bankName'].includes(key))
      const isTransfer = attempt.method === 'transfer'
      const isTaken = attempt.pipeline !== 'p2p-2' || keys.every((key) => takenBySecond.includes(key))
      expectRule(isTaken && (own[0]?.key === 'senderName') === isTransfer, `${id} was sent with ${keys}`)
      if (!isTransfer) return
      const [n = 0, ...others] = new Set(own.map(({ value }) => numberIn(value)))
      const isGiven = others.length === 0 && given.get(order)?.has(n) === true
      expectRule(isGiven, `${id} was sent with what payers ${[n, ...others]} have filled in`)
      const before = attempts
        .filter((other) => other.n < attempt.n)
        .map((other) => sent.get(other.externalTransactionId))
      const earlier = before.filter((number) => number !== undefined)
      // The server repeats what the payer of the last transfer has filled in.
      expectRule(
        !earlier.includes(n) || earlier.at(-1) === n,
        `${id} was sent with what payer ${n} had filled in before`,
      )
      sent.set(id, n)
    },
  }
}
