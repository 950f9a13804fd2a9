import { expect, test } from 'vitest'
import { isRenewable, mayStart } from '../../src/server/rules/checkout/checkout.ts'
import { statusOf } from '../../src/server/rules/checkout/view.ts'
import type { Attempt, Checkout } from '../../src/server/rules/model.ts'
import { checkout } from '../server/store/fixtures.ts'
import { pageAt } from './page.ts'
import { sendingAttempt, transitionsInTable } from './states.ts'

/** The arrows of a state diagram; an arrow out of a group starts at each of its states. */
function arrowsOf(diagram: string): Set<string> {
  const groups = new Map<string, Set<string>>()
  const arrows: [from: string, to: string][] = []
  let group: Set<string> | null = null
  for (const line of diagram.split('\n').map((text) => text.trim())) {
    const opened = /^state "[^"]*" as (\w+) \{$/.exec(line)?.[1]
    if (opened !== undefined) {
      group = new Set()
      groups.set(opened, group)
    }
    if (line === '}') group = null
    const [, from, to] = /^(\w+) --> (\w+)/.exec(line) ?? []
    if (from === undefined || to === undefined) continue
    group?.add(from).add(to)
    arrows.push([from, to])
  }
  return new Set(
    arrows.flatMap(([from, to]) => [...(groups.get(from) ?? [from])].map((one) => `${one} --> ${to}`)),
  )
}

const diagram = arrowsOf(
  pageAt('docs/money.md').blocks.find(({ language }) => language === 'mermaid')?.text ?? '',
)

test('the state diagram shows exactly the transitions of a transfer', () => {
  expect([...diagram].sort()).toEqual([...transitionsInTable('p2p')].sort())
})

test.each(['form', 'payout'] as const)('a %s has the same transitions, without the correction', (profile) => {
  const corrected = new Set(['failed --> succeeded'])
  expect([...transitionsInTable(profile)].sort()).toEqual([...diagram.difference(corrected)].sort())
})

const expiresAt = 1000
const checkoutWith = (attempts: Partial<Attempt>[]): Checkout =>
  checkout({
    expiresAt,
    expired: false,
    attempts: attempts.map((attempt, index) => ({ ...sendingAttempt('p2p'), n: index + 1, ...attempt })),
  })

const inTime = 1
/** The first column of the table, with the checkouts that each row describes. */
const cases: Record<string, { attempts: Partial<Attempt>[]; at: number }[]> = {
  'none yet': [{ attempts: [], at: inTime }],
  '`sending`, `unknown`': [
    { attempts: [{ state: 'sending' }], at: inTime },
    { attempts: [{ state: 'unknown' }], at: inTime },
  ],
  '`placed`, its payment details on the screen': [{ attempts: [{ state: 'placed' }], at: inTime }],
  '`placed`, its payment details lost (rule 5), or replaced (rule 16)': [
    { attempts: [{ state: 'placed', detailsLost: true }], at: inTime },
    { attempts: [{ state: 'placed', replacedAt: 0 }], at: inTime },
  ],
  '`refused`, not looked up yet': [{ attempts: [{ state: 'refused' }], at: inTime }],
  '`refused`, looked up and not there': [
    { attempts: [{ state: 'refused', confirmedAbsent: true }], at: inTime },
  ],
  '`not_created`, while there is time': [
    { attempts: [{ state: 'not_created', confirmedAbsent: true }], at: inTime },
  ],
  '`failed`': [{ attempts: [{ state: 'failed' }], at: inTime }],
  'any, once one has succeeded': [
    { attempts: [{ state: 'succeeded' }, { state: 'placed' }], at: inTime },
    { attempts: [{ state: 'placed' }, { state: 'succeeded' }], at: expiresAt },
  ],
  'any, once one has succeeded with too little (rule 9)': [
    { attempts: [{ state: 'succeeded', underpaid: true }], at: inTime },
    { attempts: [{ state: 'succeeded', underpaid: true }, { state: 'placed' }], at: expiresAt },
  ],
  'only absent ones, after the time': [
    { attempts: [{ state: 'refused', confirmedAbsent: true }], at: expiresAt },
    { attempts: [{ state: 'refused', confirmedAbsent: true }, { state: 'not_created' }], at: expiresAt },
  ],
  'else `failed`, or `refused` and not there, after the time': [
    { attempts: [{ state: 'failed' }], at: expiresAt },
    { attempts: [{ state: 'placed' }, { state: 'refused', confirmedAbsent: true }], at: expiresAt },
  ],
  'none, after the time': [{ attempts: [], at: expiresAt }],
  'any other, after the time': [
    ...(['placed', 'sending', 'unknown', 'refused'] as const).map((state) => ({
      attempts: [{ state }],
      at: expiresAt,
    })),
    { attempts: [{ state: 'placed', detailsLost: true }, { state: 'not_created' }], at: expiresAt },
  ],
}
const rows = [...pageAt('docs/money.md').text.matchAll(/^\| (.+?) +\| `(\w+)` +\| (yes|no)\b.*\|$/gm)].map(
  ([, newest = '', status, retry]) => ({ newest, status, mayRetry: retry === 'yes' }),
)

test('the table of what the payer sees is what the rules say', () => {
  expect(rows.map(({ newest }) => newest)).toEqual(Object.keys(cases))
  const wrong = rows.filter(({ newest, status, mayRetry }) =>
    (cases[newest] ?? []).some(
      ({ attempts, at }) =>
        statusOf(checkoutWith(attempts), at) !== status ||
        (mayStart(checkoutWith(attempts), at) || isRenewable(checkoutWith(attempts), at)) !== mayRetry,
    ),
  )
  expect(wrong).toEqual([])
})
