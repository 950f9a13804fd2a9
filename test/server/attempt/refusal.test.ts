import { expect, test } from 'vitest'
import { erase } from '../../../src/server/rules/erase.ts'
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
