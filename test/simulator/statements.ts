import type { CheckoutView } from '../../src/contract/index.ts'
import type { EntryEvent } from '../../src/server/index.ts'
import type { Attempt, Checkout, Entry, Payout, Refund } from '../../src/server/rules/model.ts'
import type { StoredAuditRecord } from '../../src/server/store/audit.ts'
import { isLessThan, sameAmount } from '../../src/service/amount.ts'
import { toleranceOf } from './customers.ts'
import { type ComparedEvent, comparedEvent, expectedEvents } from './expected-events.ts'
import { keptPersonalData } from './invariants/erasure.ts'
import { isPaid, isShort, keepsPayment, receivedBy, sum } from './paid.ts'

/** An operator's act that was acknowledged: its audit record has this action and reference. */
export interface Act {
  action: string
  ref: string
}

/** A refund follows its payout within this time, also where an instance stops meanwhile. */
const followedWithinMs = 600_000

/** Rule 12: a transfer is of whole cents, half a cent rounded up; any other amount is as it was given. */
export function amountToSend({ profile }: Pick<Attempt, 'profile'>, price: string): string {
  const [whole = '', fraction = ''] = price.split('.')
  if (profile !== 'p2p' || fraction.length <= 2) return price
  const cents = BigInt(whole + fraction.slice(0, 2)) + (fraction.charAt(2) >= '5' ? 1n : 0n)
  return String(cents).replace(/(..)$/, '.$1')
}

/** What an event and a view say is what is stored, what an operator did is recorded, and no secret is said to anybody. */
export function createStatementInvariants(
  expectRule: (holds: boolean, rule: string) => void,
  now: () => number,
  hasTolerance: boolean,
) {
  /** By `ENTRY SEQ`: what each event has to say. */
  const eventsToCome = new Map<string, ComparedEvent>()
  /** By checkout: every amount that an attempt which counted as paid has paid. */
  const paidEver = new Map<string, Set<string>>()
  /** By `externalTransactionId`: the amount that was sent, as the text that the service received. */
  const sentAmounts = new Map<string, string>()
  let acts: (Act & { at: number })[] = []
  /** What was searched for secrets: what is stored is not changed, but replaced. */
  const searched = new WeakSet<object>()

  function hasSecret(value: unknown, secrets: readonly string[]): boolean {
    if (typeof value === 'string') return secrets.some((secret) => value.includes(secret))
    if (typeof value !== 'object' || value === null || searched.has(value)) return false
    searched.add(value)
    return Object.values(value).some((part) => hasSecret(part, secrets))
  }

  /** Rule 19: what later news needs stays, also where personal data was erased. */
  function checkKept(before: Attempt | undefined, after: Attempt): void {
    if (before === undefined) return
    const { externalTransactionId: id } = before
    expectRule(after.externalTransactionId === id, `${id} has become ${after.externalTransactionId}`)
    const isKept = before.externalId === null || before.externalId === after.externalId
    expectRule(isKept, `${id} had the order ${before.externalId}, and has ${after.externalId}`)
    const isSame = before.amount === after.amount || sameAmount(before.amount.value, after.amount.value)
    expectRule(isSame, `${id} was of ${before.amount.value}, and is of ${after.amount.value}`)
  }

  /** Rule 9: less than asked, and less than the shop accepts, counts as paid once an operator accepts it, or another attempt has paid. */
  function checkShort(
    before: Attempt | undefined,
    after: Attempt,
    { order, attempts, refunds }: Checkout,
  ): void {
    const { externalTransactionId: id, state, underpaid, reported, tolerance, amount } = after
    const accepted = hasTolerance ? toleranceOf(order) : '0'
    expectRule(sameAmount(tolerance, accepted), `${id} accepts ${tolerance} less, and the shop ${accepted}`)
    if (state !== 'succeeded' || reported === null || after.otherCurrency !== null) return
    const isEnough = !isShort(after)
    const isDecided =
      (before !== undefined && isPaid(before)) ||
      after.activity.some((item) => item.type === 'operator_decided' && item.action === 'accept') ||
      attempts.some((other) => other.n !== after.n && isPaid(other))
    expectRule(underpaid || isEnough || isDecided, `${id} counts as paid with ${reported} of ${amount.value}`)
    const isKept = keepsPayment({ attempts, refunds }, after)
    expectRule(
      !underpaid || !isEnough || !isKept,
      `${id} does not count as paid with ${reported} of ${amount.value}`,
    )
    const isPaidByOther = attempts.some((other) => other.n !== after.n && isPaid(other))
    const isNewlyPaid =
      before?.state === 'succeeded' && before.underpaid && before.reported !== null && !underpaid
    expectRule(isKept || isPaidByOther || !isNewlyPaid, `${id} is paid by ${reported}, which goes back`)
  }

  /** By its refund: since when a payout that had failed may be paid after all. */
  const revivedSince = new Map<string, number>()

  function noteRevival({ reference, attempts, refundOf }: Payout): void {
    const mayBePaid = attempts.some(
      ({ state, review, confirmedAbsent, doubtedAt }) =>
        review?.reason === 'contradiction' ||
        !(state === 'failed' || (confirmedAbsent && doubtedAt === null)),
    )
    if (refundOf === null || !mayBePaid) revivedSince.delete(reference)
    else if (!revivedSince.has(reference)) revivedSince.set(reference, now())
  }

  /** Rule 21, in each write that reserves a refund, or gives it a destination. A correction may lower what was received later. */
  function checkRefunds(before: Entry | undefined, after: Entry): void {
    if (after.kind !== 'checkout') return
    const earlier = before?.kind === 'checkout' ? before.refunds : []
    const isGiven = after.refunds.some(
      ({ state }, index) => state === 'pending' && earlier[index]?.state === 'requested',
    )
    if (after.refunds.length === earlier.length && !isGiven) return
    const isReserved = ({ id, state }: Refund): boolean =>
      state === 'failed'
        ? (revivedSince.get(id) ?? Number.POSITIVE_INFINITY) < now() - followedWithinMs
        : state !== 'withdrawn'
    const goesBack = ({ amount, paid }: Refund): string =>
      paid !== undefined && isLessThan(amount.value, paid) ? paid : amount.value
    const reserved = sum(after.refunds.filter(isReserved).map(goesBack))
    const received = receivedBy(after.attempts)
    const isWithin = !isLessThan(received, reserved)
    expectRule(isWithin, `${after.id} has refunds of ${reserved}, and has received ${received}`)
  }

  /** What a refund is by its payout; undefined: there is none. */
  function stateByPayout(payout: Payout | undefined): Refund['state'] | undefined {
    if (payout === undefined) return undefined
    const [attempt] = payout.attempts
    if (attempt === undefined)
      return payout.approvals.some(({ decided }) => decided?.approved === false) ? 'failed' : 'pending'
    const { state, underpaid, confirmedAbsent, doubtedAt } = attempt
    if (state === 'succeeded') return underpaid ? 'pending' : 'succeeded'
    const isAbsent = state === 'not_created' || (state === 'refused' && confirmedAbsent)
    return state === 'failed' || (isAbsent && doubtedAt === null) ? 'failed' : 'pending'
  }

  const paidOf = ({ reported, amount }: Attempt): string => reported ?? amount.value

  return {
    onStored(before: Entry | undefined, entry: Entry): void {
      const { id, attempts, lastEventSeq } = entry
      checkRefunds(before, entry)
      const saysWhere = entry.kind !== 'payout' || entry.destination !== null || entry.erasedAt !== null
      expectRule(saysWhere, `${id} does not say whom it pays`)
      const personal = keptPersonalData(entry)
      expectRule(personal.length === 0, `${id} is erased, and still has ${personal}`)
      if (entry.kind === 'payout') noteRevival(entry)
      const lastSeq = before?.lastEventSeq ?? 0
      const events = expectedEvents(before, entry)
      const types = events.map(({ type }) => type)
      expectRule(lastEventSeq - lastSeq === events.length, `a write of ${id} has other events than ${types}`)
      for (const [index, event] of events.entries()) eventsToCome.set(`${id} ${lastSeq + 1 + index}`, event)
      for (const attempt of attempts) {
        checkKept(before?.attempts[attempt.n - 1], attempt)
        if (entry.kind === 'checkout') checkShort(before?.attempts[attempt.n - 1], attempt, entry)
        if (attempt.state === 'succeeded' && !attempt.underpaid)
          paidEver.set(id, (paidEver.get(id) ?? new Set()).add(paidOf(attempt)))
      }
    },
    /** A create leaves with this body. Rule 12: its amount is the attempt's, digit by digit. */
    onCreateBody(id: string, body: string, attempt: Attempt | undefined): void {
      const [, sent = ''] = /"amount":([^,}]*)/.exec(body) ?? []
      sentAmounts.set(id, sent)
      const [, currency = ''] = /"currency":"([^"]*)"/.exec(body) ?? []
      if (attempt === undefined) return
      const { amount } = attempt
      const isSent = sameAmount(sent, amount.value) && currency === amount.currency
      expectRule(
        isSent,
        `${id} is of ${amount.value} ${amount.currency}, and was sent with ${sent} ${currency}`,
      )
    },
    onEvent(event: EntryEvent): void {
      const { entryId, seq, type, externalTransactionId: id, requested } = event
      const sent = sentAmounts.get(id ?? '')
      const isAsked = sent === undefined || sameAmount(requested.value, sent)
      expectRule(
        isAsked,
        `${type} says that ${requested.value} was requested by ${id}, which was sent with ${sent}`,
      )
      const expected = JSON.stringify(eventsToCome.get(`${entryId} ${seq}`))
      const said = JSON.stringify(comparedEvent(event))
      expectRule(said === expected, `event ${seq} of ${entryId} says that ${said}: it is ${expected}`)
    },
    /** Rule 9: each refund and claim was announced, and what has become of it. */
    checkAnnounced(entry: Entry, events: readonly EntryEvent[]): void {
      if (entry.kind === 'payout') {
        const isRejected = entry.approvals.some(
          ({ action, decided }) => action === 'create' && decided?.approved === false,
        )
        const count = events.filter(({ type }) => type === 'payout.rejected').length
        expectRule(count === (isRejected ? 1 : 0), `${entry.id} was rejected in ${count} events`)
        return
      }
      for (const { id, state, amount } of entry.refunds) {
        const own = events.filter(({ refund }) => refund?.id === id)
        const asked = own.filter(({ type }) => type === 'checkout.refund_requested')
        const isAsked = asked.length === 1 && asked[0]?.requested.value === amount.value
        expectRule(isAsked, `the refund ${id} was announced ${asked.length} times`)
        const last = own.at(-1)
        const ends: Record<Refund['state'], string | undefined> = {
          requested: undefined,
          pending: undefined,
          succeeded: 'checkout.refunded',
          failed: 'checkout.refund_failed',
          withdrawn: 'checkout.refund_failed',
        }
        const end = ends[state]
        expectRule(end === undefined || last?.type === end, `the refund ${id} is ${state}: ${last?.type}`)
        // Another amount than its own, where its payout has paid another one.
        const isPaid = state !== 'succeeded' || last?.paid != null
        expectRule(isPaid, `the refund ${id} of ${amount.value} was announced with ${last?.paid}`)
      }
      for (const { number, resolved } of entry.attempts.flatMap(({ claims }) => claims)) {
        const types = events.filter(({ claim }) => claim?.number === number).map(({ type }) => type)
        const expected = ['checkout.claimed', ...(resolved === null ? [] : ['checkout.claim_resolved'])]
        expectRule(types.join() === expected.join(), `the claim ${number} was announced as ${types}`)
      }
    },
    onView({ id, status, paid }: CheckoutView): void {
      if (status !== 'succeeded') return
      const amounts = [...(paidEver.get(id) ?? [])]
      const isPaid = amounts.some((amount) => sameAmount(amount, paid?.value ?? ''))
      expectRule(isPaid, `the view of ${id} says that ${paid?.value} was paid: it was ${amounts}`)
    },
    /** The payer sees every refund that was not withdrawn. */
    checkRefundsShown({ id, refunds = [] }: CheckoutView, entry: Entry | undefined): void {
      if (entry?.kind !== 'checkout') return
      const isShown = ({ state }: Refund): boolean => state !== 'withdrawn'
      const expected = JSON.stringify(
        entry.refunds.filter(isShown).map(({ amount, state }) => [amount.value, state]),
      )
      const shown = JSON.stringify(refunds.map(({ amount, state }) => [amount.value, state]))
      expectRule(shown === expected, `${id} shows the refunds ${shown}: they are ${expected}`)
    },
    /** Rule 11: `text` was stored, logged or sent to somebody. */
    checkSecrets(what: string, text: string, secrets: readonly string[]): void {
      for (const secret of secrets)
        if (text.includes(secret)) expectRule(false, `${what} contains a secret: ${text.slice(0, 300)}`)
    },
    checkStoredSecrets(entry: Entry, secrets: readonly string[]): void {
      if (hasSecret(entry, secrets))
        expectRule(false, `what is stored contains a secret: ${JSON.stringify(entry).slice(0, 300)}`)
    },
    onAct: (act: Act): number => acts.push({ ...act, at: now() }),
    /** Acts since then may be lost, with their records. */
    forgetActs(since: number): void {
      acts = acts.filter(({ at }) => at < since)
    },
    /** Each refund is what its payout is, and is one payout; or waits for another day. */
    checkRefundsAtRest(entries: readonly Entry[], hasLimit: boolean): void {
      const payouts = entries.flatMap((entry) => (entry.kind === 'payout' ? [entry] : []))
      for (const { id, refunds } of entries.flatMap((entry) => (entry.kind === 'checkout' ? [entry] : []))) {
        for (const refund of refunds) {
          const payout = payouts.find(({ reference }) => reference === refund.id)
          const state = stateByPayout(payout)
          const waits = hasLimit && (refund.checkAt ?? 0) > now()
          const without = ['requested', 'withdrawn', 'failed', ...(waits ? ['pending'] : [])]
          const expected = state === undefined ? without : [state]
          expectRule(expected.includes(refund.state), `${refund.id} is ${refund.state}, its payout ${state}`)
          const paid = state === 'succeeded' ? (payout?.attempts[0]?.reported ?? null) : null
          const other = paid === null || sameAmount(refund.amount.value, paid) ? undefined : paid
          expectRule(refund.paid === other, `${refund.id} has paid ${refund.paid}, its payout ${other}`)
        }
        const isOf = ({ reference }: Payout): boolean => refunds.some((refund) => refund.id === reference)
        const isStray = payouts.some((payout) => payout.refundOf === id && !isOf(payout))
        expectRule(!isStray, `${id} has a payout that is none of its refunds`)
      }
    },
    /** Rule 18: each act that was acknowledged, and each decision that is stored, has its record. */
    checkAudit(entries: readonly Entry[], records: readonly StoredAuditRecord[]): void {
      const count = (list: readonly Act[], { action, ref }: Act): number =>
        list.filter((one) => one.action === action && one.ref === ref).length
      const recorded = records.map(({ action, ref }) => ({ action, ref: ref ?? '' }))
      for (const act of acts)
        expectRule(
          count(recorded, act) >= count(acts, act),
          `${act.action} of ${act.ref} has no audit record`,
        )
      for (const entry of entries) {
        if (entry.kind === 'checkout') {
          const isRecorded =
            entry.reopenedAfter === 0 || count(recorded, { action: 'reopenCheckout', ref: entry.id }) > 0
          expectRule(isRecorded, `${entry.id} was reopened without an audit record`)
          continue
        }
        const ref = entry.reference
        const refunds = entries.flatMap((one) =>
          one.id === entry.refundOf && one.kind === 'checkout' ? one.refunds : [],
        )
        const addressees = refunds.flatMap(({ id, by, issuedTo }) => (id === ref ? [by, ...issuedTo] : []))
        for (const { action, decided } of entry.approvals) {
          const isOwn = action === 'create' && decided?.approved === true && addressees.includes(decided.by)
          expectRule(!isOwn, `${ref} was approved by ${decided?.by}, who has the address of its page`)
        }
        for (const approved of [true, false]) {
          const action = approved ? 'approvePayout' : 'rejectPayout'
          const decisions = entry.approvals.filter(
            ({ decided }) => decided?.approved === approved && decided.by !== 'retention',
          ).length
          expectRule(
            count(recorded, { action, ref }) >= decisions,
            `a decision about ${ref} has no audit record`,
          )
        }
      }
    },
  }
}
