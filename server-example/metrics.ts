import type { Metric, PaypaneServer } from 'paypane/server'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface Metrics {
  record(metric: Metric): void
  /** The metrics in the text format of Prometheus. */
  text(paypane: Pick<PaypaneServer, 'stats'>): Promise<string>
}

/** Prometheus metrics of Paypane. Labels never contain ids. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const labelNames = ['profile', 'outcome'] as const
  const creates = new Histogram({
    name: 'paypane_create_seconds',
    help: 'Create requests by outcome',
    labelNames,
    buckets: secondsBuckets,
    registers,
  })
  const lookups = new Histogram({
    name: 'paypane_lookup_seconds',
    help: 'Status lookups by outcome',
    labelNames,
    buckets: secondsBuckets,
    registers,
  })
  const callbacks = new Counter({
    name: 'paypane_callbacks_total',
    help: 'Callbacks by result',
    labelNames: ['result'],
    registers,
  })
  const events = new Counter({
    name: 'paypane_events_total',
    help: 'Events to the merchant by result',
    labelNames: ['result'],
    registers,
  })
  const claims = new Counter({
    name: 'paypane_claims_total',
    help: 'Claims that were made, accepted and declined',
    labelNames: ['result'],
    registers,
  })
  const rateLimited = new Counter({
    name: 'paypane_rate_limited_total',
    help: 'Requests over a limit by purpose',
    labelNames: ['purpose'],
    registers,
  })
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers })
  const databaseUp = gauge('paypane_database_up', 'Whether the database answers: 1 or 0')
  const gauges = {
    unknownOpen: gauge('paypane_unknown_open', 'Entries with a create request of unknown outcome'),
    unknownOldestSeconds: gauge('paypane_unknown_oldest_seconds', 'Age of the oldest of them'),
    dueOldestSeconds: gauge('paypane_due_oldest_seconds', 'Delay of the oldest due work'),
    needsReview: gauge('paypane_needs_review', 'Checkouts, payouts and unmatched callbacks that need review'),
    claimsOpen: gauge('paypane_claims_open', 'Claims that wait for a decision'),
    claimsOldestSeconds: gauge('paypane_claims_oldest_seconds', 'Age of the oldest of them'),
    eventsWaiting: gauge('paypane_events_waiting', 'Events not delivered yet'),
    eventsOldestSeconds: gauge('paypane_events_oldest_seconds', 'Age of the oldest event never delivered'),
    eventsConsecutiveFailures: gauge(
      'paypane_events_consecutive_failures',
      'Deliveries that have failed in this process since one was accepted',
    ),
    waitsOpen: gauge('paypane_waits_open', 'Open long polls in this process'),
    lookupLimit: gauge('paypane_lookup_limit', 'How many lookups this process runs at the same time at most'),
  }

  return {
    record(metric) {
      switch (metric.type) {
        case 'create':
          return creates.observe({ profile: metric.profile, outcome: metric.outcome }, metric.seconds)
        case 'lookup':
          return lookups.observe({ profile: metric.profile, outcome: metric.outcome }, metric.seconds)
        case 'callback':
          return callbacks.inc({ result: metric.result })
        case 'event':
          return events.inc({ result: metric.result })
        case 'claim':
          return claims.inc({ result: metric.result })
        case 'rate_limited':
          return rateLimited.inc({ purpose: metric.purpose })
      }
    },
    async text(paypane) {
      // Without the database, only its gauges are missing.
      const stats = await paypane.stats().catch(() => null)
      databaseUp.set(stats === null ? 0 : 1)
      if (stats === null) {
        for (const stale of Object.values(gauges)) stale.remove()
        return await registry.metrics()
      }
      gauges.unknownOpen.set(stats.unknownCount)
      gauges.unknownOldestSeconds.set(stats.oldestUnknownSeconds)
      gauges.dueOldestSeconds.set(stats.oldestDueSeconds)
      gauges.needsReview.set(stats.needsReview)
      gauges.claimsOpen.set(stats.openClaims)
      gauges.claimsOldestSeconds.set(stats.oldestClaimSeconds)
      gauges.eventsWaiting.set(stats.pendingEvents)
      gauges.eventsOldestSeconds.set(stats.oldestEventSeconds)
      gauges.eventsConsecutiveFailures.set(stats.eventFailures)
      gauges.waitsOpen.set(stats.openLongPolls)
      gauges.lookupLimit.set(stats.lookupLimit)
      return await registry.metrics()
    },
  }
}
