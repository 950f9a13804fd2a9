import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryStore } from '../../src/server/index.ts'
import { openEmptyStores } from '../support/empty-stores.ts'
import { inFull, isFull } from '../support/full.ts'
import { calm } from './conditions.ts'
import { createWorld } from './create-world.ts'
import { mutants } from './mutants.ts'
import { rules } from './rules.ts'
import { runSeed, shorten } from './simulate.ts'
import { stopInstances } from './world/instances.ts'

const seeds = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1))

test.each([
  { name: 'in memory', open: openEmptyStores.memory, count: isFull ? 60 : 6 },
  { name: 'on SQLite', open: openEmptyStores.sqlite, count: isFull ? 4 : 1 },
  ...inFull({ name: 'on PostgreSQL', open: openEmptyStores.postgres, count: 4 }),
])('$name the rules of money hold in any history, and everything ends', async ({ open, count }) => {
  const stores = await open()
  for (const seed of seeds(count)) {
    if ((await runSeed(seed, stores)).violation === null) continue
    const { log, violation, kept } = await shorten(seed, stores)
    expect.fail([...log, violation, `npm run simulate -- --seed ${seed} --only ${kept}`].join('\n'))
  }
  await stores.close()
})

test.each([
  { name: 'in memory', open: openEmptyStores.memory },
  ...(isFull
    ? [
        { name: 'on SQLite', open: openEmptyStores.sqlite },
        { name: 'on PostgreSQL', open: openEmptyStores.postgres },
      ]
    : []),
])('$name the same seed gives the same log', async ({ open }) => {
  const stores = await open()
  for (const seed of isFull ? ['1', '7'] : ['1']) {
    const { log } = await runSeed(seed, stores)
    expect((await runSeed(seed, stores)).log).toEqual(log)
  }
  await stores.close()
})

test('an instance that crashes while it starts is observed like any other', async () => {
  const facts: string[] = []
  const world = createWorld('1', memoryStore(), { ...calm, crash: 1000 }, () => undefined, {
    observe: ({ type }, service) => facts.push(`${type} ${service.orders().length}`),
  })
  await stopInstances(world)
  expect(facts).toContain('stopped 0')
})

test('each mutant still has its place in the source', () => {
  const places = mutants.map(({ undoes, file, from }) => ({
    undoes,
    count: readFileSync(file, 'utf8').split(from).length - 1,
  }))
  expect(places.filter(({ count }) => count !== 1)).toEqual([])
})

test('every rule of money has invariants that state it, and mutants that break it', () => {
  const sources = globSync('test/simulator/**/*.ts', { exclude: ['**/rules.ts'] }).map((file) =>
    readFileSync(file, 'utf8'),
  )
  const undone = mutants.map(({ undoes }) => undoes)
  const missing = [...rules].flatMap(([number, rule]) => [
    ...rule.invariants.filter((text) => !sources.some((source) => source.includes(text))),
    ...rule.mutants.filter((name) => !undone.includes(name)).map((name) => `${number}: ${name}`),
  ])
  expect(missing).toEqual([])
  const numbers = Array.from({ length: 22 }, (_, index) => index + 1)
  expect([...rules.keys()]).toEqual(expect.arrayContaining(numbers))
})
