import { expect, test } from 'vitest'
import type { LogLine } from '../../../src/server/index.ts'
import { ClockError, createClockGuard, type OtherClock } from '../../../src/server/lib/clock-guard.ts'
import { createOffsetReport } from '../../../src/server/lib/clock-offset.ts'

const noon = Date.UTC(2026, 10, 1, 12)
const minute = 60_000
const never = () => () => undefined

/** A guard of a machine whose clock can be set, and compared with one that is right. */
function createMachine(otherOf: (rightAt: () => number) => OtherClock) {
  const machine = { setBy: 0, elapsed: 0 }
  const rightAt = (): number => noon + machine.elapsed
  const clock = { now: () => rightAt() + machine.setBy, elapsed: () => 100 + machine.elapsed, after: never }
  return Object.assign(machine, { rightAt, guard: createClockGuard(clock, otherOf(rightAt)) })
}
const besideDatabase = () => createMachine((rightAt) => ({ database: () => Promise.resolve(rightAt()) }))

test.each([5 * minute, -5 * minute])('a database may be %d ms ahead', async (by) => {
  const machine = besideDatabase()
  machine.setBy = -by
  await machine.guard.check()
  expect(machine.guard.isRight()).toBe(true)
  expect(machine.guard.clock.now()).toBe(noon - by)
})

test('an offset that does not stop the process is logged once, and its end', async () => {
  const logs: LogLine[] = []
  const report = createOffsetReport((line) => void logs.push(line))
  const machine = { setBy: 0, queryMs: 0, at: noon }
  const clock = { now: () => machine.at + machine.setBy, elapsed: () => machine.at, after: never }
  const database = async () => {
    machine.at += machine.queryMs
    const read = machine.at
    machine.at += machine.queryMs
    return read
  }
  const guard = createClockGuard(clock, { database }, report)
  const lines = async (setBy: number, queryMs = 0) => {
    logs.length = 0
    Object.assign(machine, { setBy, queryMs })
    await guard.check()
    return logs.map(({ level, message }) => `${level}: ${message}`)
  }
  expect(await lines(10_000)).toEqual([])
  // A slow database is no offset.
  expect(await lines(0, 30_000)).toEqual([])
  const text = (offset: string) =>
    `error: the clock of this machine is ${offset} that of the database, so processes look up and repeat each other's work too early: set it, best by NTP`
  expect(await lines(240_000)).toEqual([text('240 seconds ahead of')])
  expect(await lines(240_000)).toEqual([])
  expect(await lines(0)).toEqual(['info: the clock of this machine agrees with that of the database again'])
  expect(await lines(-20_000)).toEqual([text('20 seconds behind')])
  logs.length = 0
  machine.setBy = 6 * minute
  await expect(guard.check()).rejects.toThrow('nothing is done until they agree')
  expect(logs).toEqual([])
})

test('a clock that differs from the database by more than five minutes is an error that states both', async () => {
  const machine = besideDatabase()
  machine.setBy = 5 * minute + 1
  const error: unknown = await machine.guard.check().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ClockError)
  expect(error).toMatchObject({
    name: 'ClockError',
    docs: 'docs/errors.md#clockerror',
    message:
      'The clock of this machine is at 2026-11-01T12:05:00.001Z, that of the database at 2026-11-01T12:00:00.000Z: nothing is done until they agree.',
  })
  expect(machine.guard.isRight()).toBe(false)
  expect(() => machine.guard.clock.now()).toThrow(ClockError)
  await expect(machine.guard.check()).rejects.toThrow('that of the database')
  machine.setBy = 0
  await machine.guard.check()
  expect(machine.guard.clock.now()).toBe(noon)
})

test.each([
  ['', besideDatabase],
  [' with the service', () => besideService().machine],
])('a clock that is set cannot be read until it is compared%s again', async (_, create) => {
  const machine = create()
  await machine.guard.check()
  machine.elapsed = 10 * minute
  expect(machine.guard.clock.now()).toBe(noon + 10 * minute)
  machine.setBy = -5 * minute - 1
  expect(machine.guard.isRight()).toBe(false)
  expect(() => machine.guard.clock.now()).toThrow(
    'The clock of this machine is at 2026-11-01T12:04:59.999Z, to which it was set: nothing is done until that is checked.',
  )
  expect(machine.guard.assertConfirmed).toThrow('to which it was set')
  machine.setBy = -5 * minute
  expect(machine.guard.clock.now()).toBe(noon + 5 * minute)
})

test('a database that cannot be reached leaves the clock as the last comparison found it', async () => {
  let isReachable = true
  const machine = createMachine((rightAt) => ({
    database: () => (isReachable ? Promise.resolve(rightAt()) : Promise.reject(new Error('unreachable'))),
  }))
  await machine.guard.check()
  isReachable = false
  await expect(machine.guard.check()).rejects.toThrow('unreachable')
  expect(machine.guard.isRight()).toBe(true)
})

test('a clock can be read before it is compared, and has the timers of the given one', () => {
  const delays: number[] = []
  const cancel = (): void => undefined
  const clock = {
    now: () => noon,
    elapsed: () => 0,
    after(ms: number) {
      delays.push(ms)
      return cancel
    },
  }
  const { clock: guarded } = createClockGuard(clock, { database: () => Promise.resolve(noon) })
  expect(guarded.now()).toBe(noon)
  expect(guarded.after(20, cancel)).toBe(cancel)
  expect(delays).toEqual([20])
})

test('comparisons at the same time make one request', async () => {
  let requests = 0
  const { guard } = createMachine((rightAt) => ({
    database: () => {
      requests += 1
      return Promise.resolve(rightAt())
    },
  }))
  await Promise.all([guard.check(), guard.check()])
  expect(requests).toBe(1)
  await guard.check()
  expect(requests).toBe(2)
})

test('a clock before the first version is wrong, whatever it is compared with', async () => {
  const database = { database: () => Promise.resolve(Date.UTC(2025, 11, 31)) }
  const at = (now: number) => createClockGuard({ now: () => now, elapsed: () => 0, after: never }, database)
  await expect(at(Date.UTC(2026, 0, 1) - 1).check()).rejects.toThrow(
    'The clock of this machine is at 2025-12-31T23:59:59.999Z, which has passed long ago: nothing is done until it is set.',
  )
  await expect(at(Date.UTC(2026, 0, 1)).check()).rejects.toThrow('that of the database')
})

test('a given clock that does not state what has elapsed is trusted', async () => {
  let now = noon
  const unused = { database: () => Promise.reject(new Error('It was compared.')) }
  const guard = createClockGuard({ now: () => now, after: never }, unused)
  await guard.check()
  now += 365 * 24 * 60 * minute
  await guard.check()
  expect(guard.clock.now()).toBe(now)
  expect(guard.isRight()).toBe(true)
})

/** Compared with the service, which may be unreachable; the last entry was stored `idle` ms ago. Null: there is none. */
function besideService(idle: number | null = minute) {
  const service = { isReachable: true, hasClock: true, requests: 0 }
  const machine = createMachine((rightAt) => ({
    newestStored: () => Promise.resolve(idle === null ? null : noon - idle),
    service() {
      service.requests += 1
      if (!service.isReachable) return Promise.reject(new Error('unreachable'))
      return Promise.resolve(service.hasClock ? rightAt() : null)
    },
  }))
  return { machine, service }
}

test('it is compared with the service at the start, and then when it was set', async () => {
  const { machine, service } = besideService()
  await machine.guard.check()
  machine.elapsed = 60 * minute
  await machine.guard.check()
  expect(service.requests).toBe(1)
  machine.setBy = 6 * minute
  await expect(machine.guard.check()).rejects.toThrow(
    'The clock of this machine is at 2026-11-01T13:06:00.000Z, that of the payments service at 2026-11-01T13:00:00.000Z: nothing is done until they agree.',
  )
  await expect(machine.guard.check()).rejects.toThrow('that of the payments service')
  expect(service.requests).toBe(3)
})

test('with nothing stored, nothing is requested of the service until the clock is set', async () => {
  const { machine, service } = besideService(null)
  await machine.guard.check()
  expect(machine.guard.assertConfirmed).not.toThrow()
  expect(service.requests).toBe(0)
  machine.setBy = 6 * minute
  await expect(machine.guard.check()).rejects.toThrow('that of the payments service')
})

test('a machine that restarts while the service cannot be reached goes on', async () => {
  const { machine, service } = besideService(5 * minute)
  service.isReachable = false
  await machine.guard.check()
  expect(machine.guard.assertConfirmed).not.toThrow()
})

const day = 24 * 60 * minute

test.each([
  ['cannot be reached', { isReachable: false }, day],
  ['states no time', { hasClock: false }, 2 * day],
])('while the service %s, payers are served and other work waits for ten minutes', async (_, lack, idle) => {
  const { machine, service } = besideService(idle)
  Object.assign(service, lack)
  await machine.guard.check()
  expect(machine.guard.clock.now()).toBe(noon)
  const lastRight = new Date(noon - idle).toISOString()
  expect(machine.guard.assertConfirmed).toThrow(
    `The clock of this machine is at 2026-11-01T12:00:00.000Z, but was last right at ${lastRight}: no work is done until the payments service confirms it, or for ten minutes.`,
  )
  machine.elapsed = 10 * minute - 1
  await machine.guard.check()
  expect(machine.guard.assertConfirmed).toThrow('last right at')
  machine.elapsed = 10 * minute
  await machine.guard.check()
  expect(machine.guard.assertConfirmed).not.toThrow()
})

test('after more than a day without anything stored, work waits until the service can be reached', async () => {
  const { machine, service } = besideService(day + 1)
  service.isReachable = false
  for (const elapsed of [0, 10, 1000]) {
    machine.elapsed = elapsed * minute
    await machine.guard.check()
    expect(machine.guard.assertConfirmed).toThrow(/until the payments service confirms it\.$/)
  }
  service.isReachable = true
  await machine.guard.check()
  expect(machine.guard.assertConfirmed).not.toThrow()
})

test('a clock that is set while the service cannot be reached is an error until it is compared', async () => {
  const { machine, service } = besideService()
  await machine.guard.check()
  service.isReachable = false
  machine.setBy = 10 * minute
  await expect(machine.guard.check()).rejects.toThrow('was last right at 2026-11-01T12:00:00.000Z')
  expect(machine.guard.isRight()).toBe(false)
  machine.elapsed = 10 * minute
  await machine.guard.check()
  expect(machine.guard.isRight()).toBe(true)
})

test.each([
  ['cannot be reached any more', { isReachable: false }],
  ['states no time any more', { hasClock: false }],
])('a clock that the service has contradicted stays wrong while the service %s', async (_, lack) => {
  const { machine, service } = besideService()
  machine.setBy = 180 * minute
  await expect(machine.guard.check()).rejects.toThrow('that of the payments service')
  Object.assign(service, lack)
  for (const elapsed of [1, 11, 60]) {
    machine.elapsed = elapsed * minute
    await expect(machine.guard.check()).rejects.toThrow('that of the payments service')
    expect(machine.guard.isRight()).toBe(false)
  }
  machine.setBy = 0
  await machine.guard.check()
  expect(machine.guard.isRight()).toBe(true)
})
