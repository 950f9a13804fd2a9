import type { Metric, PaypaneServer } from 'paypane/server'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Stats = Awaited<ReturnType<PaypaneServer['stats']>>

export interface Metrics {
  record(metric: Metric): void
  /** The metrics in the text format of Prometheus. */
  text(paypane: Pick<PaypaneServer, 'stats' | 'ready'>): Promise<string>
}

/** Prometheus metrics of Paypane. Labels never contain ids. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['profile', 'outcome'], buckets, registers })
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name, help, labelNames: [label], registers })

  const requests = {
    create: histogram('paypane_create_seconds', 'Create requests by outcome'),
    lookup: histogram('paypane_lookup_seconds', 'Status lookups by outcome'),
  }
  const results = {
    callback: counter('paypane_callbacks_total', 'Callbacks by result', 'result'),
    event: counter('paypane_events_total', 'Events to the merchant by result', 'result'),
    claim: counter('paypane_claims_total', 'Claims that were made, accepted and declined', 'result'),
  }
  const rateLimited = counter('paypane_rate_limited_total', 'Requests over a limit by purpose', 'purpose')
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const statistic = (key: keyof Stats, name: string, help: string) => ({ key, gauge: gauge(name, help) })
  const databaseUp = gauge(
    'paypane_database_up',
    'Whether the database answers, and work in it has succeeded within the last minute: 1 or 0',
  )
  const statistics = [
    statistic('unknownCount', 'paypane_unknown_open', 'Entries with a create request of unknown outcome'),
    statistic('oldestUnknownSeconds', 'paypane_unknown_oldest_seconds', 'Age of the oldest of them'),
    statistic('oldestDueSeconds', 'paypane_due_oldest_seconds', 'Delay of the oldest due work'),
    statistic(
      'needsReview',
      'paypane_needs_review',
      'Checkouts, payouts and unmatched callbacks that need review',
    ),
    statistic('openClaims', 'paypane_claims_open', 'Claims that wait for a decision'),
    statistic('oldestClaimSeconds', 'paypane_claims_oldest_seconds', 'Age of the oldest of them'),
    statistic('pendingEvents', 'paypane_events_waiting', 'Events not delivered yet'),
    statistic(
      'oldestEventSeconds',
      'paypane_events_oldest_seconds',
      'Age of the oldest event never delivered',
    ),
    statistic(
      'eventFailures',
      'paypane_events_consecutive_failures',
      'Deliveries that have failed in this process since one was accepted',
    ),
    statistic('openLongPolls', 'paypane_waits_open', 'Open long polls in this process'),
    statistic(
      'lookupLimit',
      'paypane_lookup_limit',
      'How many lookups this process runs at the same time at most',
    ),
  ]

  return {
    record(metric) {
      switch (metric.type) {
        case 'create':
        case 'lookup': {
          const { profile, outcome } = metric
          return requests[metric.type].observe({ profile, outcome }, metric.seconds)
        }
        case 'callback':
        case 'event':
        case 'claim':
          return results[metric.type].inc({ result: metric.result })
        case 'rate_limited':
          return rateLimited.inc({ purpose: metric.purpose })
      }
    },
    async text(paypane) {
      const [stats, isReady] = await Promise.all([
        paypane.stats().catch(() => null),
        paypane.ready().then(
          () => true,
          () => false,
        ),
      ])
      // A database that is full or read-only may still be read.
      databaseUp.set(isReady && stats !== null ? 1 : 0)
      // Without the database, only its gauges are missing.
      for (const { key, gauge } of statistics) {
        if (stats === null) gauge.remove()
        else gauge.set(stats[key])
      }
      return await registry.metrics()
    },
  }
}
