import { newId } from '../../lib/ids.ts'
import { kindOfOrderType, needsCallbackReview } from '../../rules/attempt/unmatched-callback.ts'
import type { Entry } from '../../rules/model.ts'
import type { CallbackStore, StoredCallback } from '../callbacks.ts'
import { pageOf } from '../page.ts'
import { comparePositions, cursorOf, type Position, positionAt } from '../position.ts'
import { appendAudit } from './audit.ts'
import { insertEvent } from './events.ts'
import { entriesOf, type Tables } from './tables.ts'

/** The entry that a callback can be about. One of an unknown order type fits any: it is ignored, and shown at once. */
function entryOfCallback(tables: Tables, { externalId, orderType }: StoredCallback): Entry | undefined {
  const kind = kindOfOrderType(orderType)
  return entriesOf(tables).find(
    (entry) =>
      entry.kind === (kind ?? entry.kind) &&
      entry.attempts.some((attempt) => attempt.externalId === externalId),
  )
}

const orderOf = ({ externalId, orderType }: StoredCallback): string => `${orderType} ${externalId}`
const positionOf = ({ receivedAt: at, id }: StoredCallback): Position => ({ at, seq: 0, id })

export function memoryCallbacks(tables: Tables): CallbackStore {
  const { callbacks, callbackRetries, events } = tables
  const isUnmatched = (callback: StoredCallback): boolean =>
    callback.entryId === null &&
    (callback.appliedAt !== null ||
      callbackRetries.has(callback.id) ||
      entryOfCallback(tables, callback) === undefined)
  const isKnown = (externalId: string): boolean =>
    entriesOf(tables).some(({ attempts }) => attempts.some((attempt) => attempt.externalId === externalId))
  const concernsOperator = (callback: StoredCallback): boolean =>
    needsCallbackReview(
      callback,
      callback.appliedAt !== null || callbackRetries.has(callback.id) || isKnown(callback.externalId),
    )
  return {
    async saveCallback(callback, now) {
      const latest = callbacks.findLast(({ externalId }) => externalId === callback.externalId)
      if (
        latest?.status === callback.status &&
        latest.amount === callback.amount &&
        latest.orderType === callback.orderType &&
        latest.pipelines.join() === callback.pipelines.join()
      ) {
        latest.times += 1
        latest.lastAt = now
        return false
      }
      callbacks.push({
        ...callback,
        id: newId('cb'),
        receivedAt: now,
        lastAt: now,
        times: 1,
        entryId: null,
        appliedAt: null,
        reviewAt: null,
        acknowledged: null,
      })
      return true
    },
    async readyCallbacks({ now, externalId, notWithin, limit }) {
      const unapplied = callbacks.flatMap((callback) => {
        const { appliedAt, receivedAt } = callback
        if (appliedAt !== null || (externalId ?? callback.externalId) !== callback.externalId) return []
        if (notWithin && receivedAt > notWithin.from && receivedAt <= notWithin.until) return []
        const entry = entryOfCallback(tables, callback)
        return entry === undefined ? [] : [{ ...callback, entryId: entry.id }]
      })
      const ready = unapplied.filter(({ id }) => (callbackRetries.get(id) ?? 0) <= now).slice(0, limit)
      const orders = new Set(ready.map(orderOf))
      return unapplied.filter((callback) => orders.has(orderOf(callback)))
    },
    async callbacksOf(entryId) {
      return callbacks.filter((callback) => callback.entryId === entryId).map((callback) => ({ ...callback }))
    },
    async postponeCallback(id, until) {
      callbackRetries.set(id, until)
    },
    async ignoreCallback(id, now) {
      const callback = callbacks.find((kept) => kept.id === id)
      if (callback !== undefined) callback.appliedAt = now
    },
    async unmatchedCallbacks({ after, limit }) {
      const listed = callbacks
        .filter(isUnmatched)
        .sort((a, b) => comparePositions(positionOf(b), positionOf(a)))
        .filter((kept) => after === undefined || comparePositions(positionOf(kept), positionAt(after)) < 0)
      const { page, after: next } = pageOf(listed, limit, (kept) => cursorOf(positionOf(kept)))
      return { callbacks: page.map((kept) => ({ ...kept })), after: next }
    },
    async reviewUnmatchedCallbacks({ receivedBefore, now, limit }, eventOf) {
      const due = callbacks
        .filter((kept) => kept.reviewAt === null && isUnmatched(kept) && concernsOperator(kept))
        .filter((kept) => kept.appliedAt !== null || kept.receivedAt <= receivedBefore)
        .slice(0, limit)
      for (const kept of due) {
        kept.reviewAt = now
        insertEvent(tables, eventOf({ ...kept }))
      }
      return due.map((kept) => ({ ...kept }))
    },
    async acknowledgeCallback(id, note, now, record) {
      const kept = callbacks.find((callback) => callback.id === id)
      if (kept === undefined || !isUnmatched(kept)) return null
      if (kept.acknowledged === null) appendAudit(tables, record)
      kept.acknowledged ??= { at: now, note, operator: record?.operator ?? null }
      return { ...kept }
    },
    async deleteUnmatchedCallbacks({ before, unacknowledgedBefore, limit }) {
      const unmatched = callbacks.filter(isUnmatched)
      const idle = unmatched.filter((kept) => !concernsOperator(kept))
      const excess = new Set(idle.slice(0, Math.max(0, idle.length - limit)))
      const toDelete = unmatched.filter(
        (kept) =>
          kept.receivedAt < unacknowledgedBefore ||
          (kept.receivedAt < before && (kept.acknowledged !== null || !concernsOperator(kept))) ||
          excess.has(kept),
      )
      for (const callback of toDelete) {
        callbacks.splice(callbacks.indexOf(callback), 1)
        callbackRetries.delete(callback.id)
        for (const [id, { event, deliveredAt }] of events)
          if (event.entryId === callback.id && deliveredAt !== null) events.delete(id)
      }
      return toDelete.length
    },
  }
}
