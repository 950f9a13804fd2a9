import { expect, test } from 'vitest'
import { erase } from '../../../src/server/rules/erase.ts'
import type { CreateOutcome } from '../../../src/service/create-response.ts'
import { PaymentsRefusedError } from '../../../src/service/errors.ts'
import type { LookupOutcome } from '../../../src/service/status-response.ts'
import { createHarness } from '../harness.ts'

test('a refused attempt keeps the missing field and the message; erasing drops the message', async () => {
  const harness = createHarness()
  await harness.control('/config', { requiredFields: ['bankName'] })
  await harness.createCheckout('1042', 'transfer')
  const stored = await harness.store.entryByRef('checkout', '1042')
  const refusal = {
    status: 400,
    label: 'VALIDATION_ERROR',
    code: '1.2.4.8',
    statusDescription: '0000-0',
    field: 'bankName',
  }
  expect(stored?.attempts[0]).toMatchObject({
    state: 'refused',
    refusal: { ...refusal, message: 'The required additional field bankName (the bank name) is missing' },
  })
  const erased = stored === null ? null : erase(stored, 0)
  expect(erased?.attempts[0]?.refusal).toEqual({ ...refusal, message: null })
})

test('a lookup requested while the create was under way does not confirm its refusal', async () => {
  const harness = createHarness()
  const created = Promise.withResolvers<CreateOutcome>()
  const lookups: PromiseWithResolvers<LookupOutcome>[] = []
  harness.restart({
    service: {
      ...harness.service,
      createDeposit: () => created.promise,
      depositStatus: () => {
        const lookup = Promise.withResolvers<LookupOutcome>()
        lookups.push(lookup)
        return lookup.promise
      },
    },
  })
  const opening = harness.createCheckout('1042', 'transfer')
  await expect.poll(() => harness.store.entryByRef('checkout', '1042')).not.toBeNull()
  await expect.poll(() => harness.clock.timers()).toBeGreaterThan(0)
  harness.clock.advance(600_000)
  const { id } = await opening
  const reconciling = harness.paypane.reconcile()
  await expect.poll(() => lookups.length).toBe(1)

  const details = { status: 400, label: 'LIMITS_ERROR', code: null, statusDescription: null }
  const error = new PaymentsRefusedError('refused', { ...details, field: null, serviceMessage: null })
  created.resolve({ outcome: 'refused', error })
  await expect.poll(() => lookups.length).toBe(2)
  const [before, after] = lookups
  before?.resolve({ outcome: 'not_found' })
  const typesOf = async () => (await harness.store.entry(id))?.attempts[0]?.activity.map(({ type }) => type)
  await expect.poll(typesOf).toContain('lookup_not_found')
  expect((await harness.getCheckout(id)).retry).toBe(false)
  after?.resolve({ outcome: 'not_found' })
  await reconciling
  await expect.poll(async () => (await harness.getCheckout(id)).retry).toBe(true)
})
