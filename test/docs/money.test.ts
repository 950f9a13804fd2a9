import { expect, test } from 'vitest'
import { pageAt } from './page.ts'
import { stepsOf } from './states.ts'

/** The arrows of a state picture; an arrow out of a group is one out of each of its states. */
function arrowsOf(picture: string): Set<string> {
  const groups = new Map<string, Set<string>>()
  const arrows: [from: string, to: string][] = []
  let group: Set<string> | null = null
  for (const line of picture.split('\n').map((text) => text.trim())) {
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

const picture = arrowsOf(
  pageAt('docs/money.md').blocks.find(({ language }) => language === 'mermaid')?.text ?? '',
)

test('the picture of a transfer shows every step that the rules can make, and no other', () => {
  expect([...picture].sort()).toEqual([...stepsOf('p2p')].sort())
})

test.each(['form', 'token', 'payout'] as const)(
  'a %s goes the same ways, but is never corrected',
  (profile) => {
    const corrected = new Set(['failed --> succeeded'])
    expect([...stepsOf(profile)].sort()).toEqual([...picture.difference(corrected)].sort())
  },
)
