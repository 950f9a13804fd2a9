import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '../../server-example/metrics.ts'
import { createHarness } from '../server/harness.ts'
import { pageAt, root } from './page.ts'

const file = readFileSync(join(root, 'deploy/prometheus/paypane.rules.yml'), 'utf8')
const rules = file
  .split('- alert: ')
  .slice(1)
  .map((rule) => ({
    alert: /^\w+/.exec(rule)?.[0] ?? '',
    expr: /expr: ([\s\S]*?)\n +for: \d+m\n/.exec(rule)?.[1] ?? '',
    severity: /severity: (page|ticket) /.exec(rule)?.[1],
    runbook: /runbook: (\S+)/.exec(rule)?.[1],
  }))
const exprOf = (name: string): string => rules.find(({ alert }) => alert === name)?.expr ?? ''
const alerts = pageAt('docs/alerts.md')

test('every metric and label of the alerts is served', async () => {
  const metrics = createMetrics()
  for (const profile of ['p2p', 'form', 'token', 'payout'])
    for (const outcome of ['unknown', 'refused'] as const) {
      metrics.record({ type: 'create', profile, outcome, seconds: 1 })
      if (outcome === 'unknown') metrics.record({ type: 'lookup', profile, outcome, seconds: 1 })
    }
  for (const result of ['new', 'malformed', 'signature'] as const)
    metrics.record({ type: 'callback', result })
  metrics.record({ type: 'event', result: 'delivered' })
  metrics.record({ type: 'rate_limited', purpose: 'callbacks' })
  const served = await metrics.text(createHarness().paypane)
  const unserved = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/(paypane_\w+)(?:\{(\w+)=~?"([^"]+)"\})?/g)].flatMap(([text, name, label, values]) => {
      const lines = served.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line))
      const isServed = (values ?? '')
        .split('|')
        .every((value) => lines.some((line) => label === undefined || line.includes(`${label}="${value}"`)))
      return lines.length > 0 && isServed ? [] : [`${alert}: ${text}`]
    }),
  )
  expect(unserved).toEqual([])
  expect(rules.length).toBeGreaterThan(5)
})

test('without a database a server counts as running', async () => {
  const fails = () => Promise.reject(new Error('unreachable'))
  const served = await createMetrics().text({ stats: fails, ready: fails })
  const [, metric = ''] = /^absent\((\w+)\)$/.exec(exprOf('PaypaneDown')) ?? []
  expect(served).toMatch(new RegExp(`^${metric} `, 'm'))
  expect(exprOf('PaypaneDatabaseDown')).toContain(metric)
})

test('every alert has a section that names the money and what to do, and no section lacks its alert', () => {
  const names = rules.map(({ alert }) => alert)
  for (const { alert, runbook, severity } of rules) {
    expect(runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
    expect(severity).toBeDefined()
  }
  const sections = alerts.text.split(/^## /m).filter((section) => section.startsWith('Paypane'))
  expect(sections.map((section) => section.split('\n')[0]).toSorted()).toEqual(names.toSorted())
  for (const section of sections) {
    expect(section).toContain('The money: ')
    expect(section).toContain('What to do: ')
  }
})
