import { expect, test } from 'vitest'
import { deferredParts } from '../../../src/widget/view/deferred/parts.ts'
import { createLoader, loadTimeoutMs } from '../../../src/widget/view/loader.ts'
import type { PageServices } from '../../../src/widget/view/model.ts'

/** Its time ends no load, unless `onTimeout` receives what happens then. */
const page = (
  loadDeferred: PageServices['loadDeferred'],
  onTimeout: (callback: () => void) => void = () => undefined,
): PageServices => ({
  endpoint: '/pay',
  loadDeferred,
  setTimer(ms, callback) {
    if (ms === loadTimeoutMs) onTimeout(callback)
    else callback()
    return () => undefined
  },
  isLoopback: false,
  emit: () => true,
})

test('code is requested once, and given with its styles', async () => {
  let requests = 0
  const styles: (string | undefined)[] = []
  const loader = createLoader(
    page(async () => {
      requests++
      return deferredParts
    }),
    (text) => styles.push(text),
  )
  expect(loader.code.deferred).toBeUndefined()
  await Promise.all([loader.load('deferred'), loader.load('deferred')])
  await loader.load('deferred')
  expect(loader.code.deferred).toBe(deferredParts)
  expect([requests, styles]).toEqual([1, [deferredParts.styles]])
})

test('after a failure a later call tries again, not the rendering that shows the failure', async () => {
  let requests = 0
  const loader = createLoader(
    page(() => {
      requests++
      return requests === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(deferredParts)
    }),
    () => void loader.load('deferred'),
  )
  await loader.load('deferred')
  expect([loader.code.deferred, requests]).toEqual([null, 1])
  await loader.load('deferred')
  expect([loader.code.deferred, requests]).toEqual([deferredParts, 2])
})

test('what the deferred parts cannot load has failed', async () => {
  const loader = createLoader(
    page(async () => ({ ...deferredParts, loaders: {} })),
    () => undefined,
  )
  await loader.load('deferred')
  await loader.load('claim')
  expect(loader.code.claim).toBeNull()
})

test('what stalls counts as failed until it arrives, without a second request', async () => {
  let requests = 0
  let settled = 0
  let timeOut: () => void = () => undefined
  const { promise, resolve } = Promise.withResolvers<typeof deferredParts>()
  const loader = createLoader(
    page(
      () => {
        requests++
        return promise
      },
      (callback) => {
        timeOut = callback
      },
    ),
    () => settled++,
  )
  const loading = loader.load('deferred')
  timeOut()
  expect([loader.code.deferred, settled]).toEqual([null, 1])
  void loader.load('deferred')
  resolve(deferredParts)
  await loading
  timeOut()
  expect([loader.code.deferred, settled, requests]).toEqual([deferredParts, 2, 1])
})
