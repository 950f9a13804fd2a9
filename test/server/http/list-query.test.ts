import { expect, test } from 'vitest'
import { Status } from '../../../src/contract/view.ts'
import {
  parseAuditQuery,
  parseEventQuery,
  parseExport,
  parseListQuery,
  parseReportQuery,
} from '../../../src/server/http/list-query.ts'

type Query = Record<string, string>
const parsers = {
  list: (query: Query) => parseListQuery(query, Status),
  events: parseEventQuery,
  export: parseExport,
  report: parseReportQuery,
  audit: parseAuditQuery,
}

test.each<[keyof typeof parsers, Query, string]>([
  ['list', { limit: '0' }, 'limit: must be a number from 1 to 200'],
  ['list', { after: 'page 2' }, 'after: must be the next of the page before'],
  ['list', { status: 'paid' }, 'status: unknown status'],
  ['list', { needsReview: 'maybe' }, 'needsReview: must be true or false'],
  ['list', { paidTwice: 'no' }, 'paidTwice: must be true or false'],
  ['list', { since: 'yesterday' }, 'since: must be a date or time (RFC 3339)'],
  ['list', { until: '2026-13-01' }, 'until: must be a date or time (RFC 3339)'],
  ['events', { status: 'lost' }, 'status: unknown status'],
  ['export', { what: 'cards' }, 'what: must be checkouts, payouts or events'],
  ['report', { from: 'today' }, 'from, to: must be dates (2026-01-31); format: json or csv'],
  ['report', { format: 'xml' }, 'from, to: must be dates (2026-01-31); format: json or csv'],
  ['audit', { after: '-1' }, 'after: must be the seq of a line'],
  ['audit', { after: '7x' }, 'after: must be the seq of a line'],
  ['audit', { after: '1'.repeat(16) }, 'after: must be the seq of a line'],
])('%s: %o is refused with what is expected', (name, query, message) => {
  expect(() => parsers[name](query)).toThrow(message)
})

test.each<[keyof typeof parsers, Query, object]>([
  ['list', {}, { limit: 50 }],
  ['list', { limit: '1000', paidTwice: 'true' }, { limit: 200, paidTwice: true }],
  ['list', { paidTwice: 'false', needsReview: '0' }, { limit: 50, paidTwice: false, needsReview: false }],
  ['list', { search: '10' }, { limit: 50, search: { text: '10', prefix: false } }],
  [
    'list',
    { status: 'failed', search: '104', since: '2026-01-31' },
    {
      ...{ limit: 50, status: 'failed', since: Date.UTC(2026, 0, 31) },
      search: { text: '104', prefix: true },
    },
  ],
  ['events', { status: 'failing' }, { limit: 50, status: 'failing' }],
  ['report', {}, { from: undefined, to: undefined, format: 'json' }],
  ['audit', { after: '42' }, { after: 42 }],
])('%s: %o', (name, query, parsed) => {
  expect(parsers[name](query)).toEqual(parsed)
})
