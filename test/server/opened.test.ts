import { expect, test } from 'vitest'
import { createOpened } from '../../src/server/opened.ts'
import { handClock } from './world.ts'

/** Opens by asking how often it was asked. */
function counted(): { open: () => Promise<string>; times: () => number } {
  let times = 0
  return { open: async () => `opened ${++times}`, times: () => times }
}

test('the same sealed text is opened once for all who look at it', async () => {
  const opened = createOpened(handClock())
  const { open, times } = counted()
  expect(await opened.text('co_1', 'sealed', open)).toBe('opened 1')
  expect(await opened.text('co_1', 'sealed', open)).toBe('opened 1')
  expect(times()).toBe(1)
})

test('another sealed text is never answered with what an earlier one said, nor one entry with another', async () => {
  const opened = createOpened(handClock())
  const { open } = counted()
  await opened.text('co_1', 'first attempt', open)
  expect(await opened.text('co_1', 'second attempt', open)).toBe('opened 2')
  expect(await opened.text('co_1', 'first attempt', open)).toBe('opened 3')
  expect(await opened.text('co_2', 'first attempt', open)).toBe('opened 4')
})

test('what could not be opened is tried again', async () => {
  const opened = createOpened(handClock())
  expect(await opened.text('co_1', 'sealed', async () => null)).toBeNull()
  expect(await opened.text('co_1', 'sealed', async () => 'now')).toBe('now')
})

test('what is wiped or was opened a minute ago is not kept', async () => {
  const clock = handClock()
  const opened = createOpened(clock)
  const { open, times } = counted()
  await opened.text('wiped', 'sealed', open)
  opened.forget('wiped')
  await opened.text('wiped', 'sealed', open)
  expect(times()).toBe(2)
  clock.turn(60_000)
  await opened.text('wiped', 'sealed', open)
  expect(times()).toBe(3)
})

test('however many look, a bounded number is kept: the longest opened goes first', async () => {
  const opened = createOpened(handClock())
  const { open, times } = counted()
  for (let n = 0; n <= 2001; n += 1) await opened.text(`co_${n}`, 'sealed', open)
  await opened.text('co_2001', 'sealed', open)
  expect(times()).toBe(2002)
  await opened.text('co_0', 'sealed', open)
  expect(times()).toBe(2003)
})
