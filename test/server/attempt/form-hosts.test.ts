import { describe, expect, test } from 'vitest'
import type { PaypaneOptions } from '../../../src/server/index.ts'
import { createFormCheck } from '../../../src/server/lib/form-url.ts'
import { createHarness, type Harness } from '../harness.ts'

const strayForm = 'https://stray.example/form?token=form-token'

/** A shop whose service returns the form of another host. */
function shopWith(options: Partial<PaypaneOptions>, formUrl = strayForm): Harness {
  const harness = createHarness({ paypane: options })
  harness.restart({
    service: {
      ...harness.service,
      createDeposit: async (pipeline, body) => {
        const outcome = await harness.service.createDeposit(pipeline, body)
        if (outcome.outcome !== 'placed' || outcome.paymentDetails === null) return outcome
        return { ...outcome, paymentDetails: { ...outcome.paymentDetails, formUrl } }
      },
    },
  })
  return harness
}

const warnings = ({ logs }: Harness) => logs.filter(({ level }) => level === 'warn')

test('the form of a host outside formHosts is not given to the payer; the log names the host only', async () => {
  const shop = shopWith({ formHosts: ['pay.example'] })
  const view = await shop.createCheckout('1042', 'form')
  expect(JSON.stringify(view)).not.toContain('stray.example')
  expect(view.action).toBeNull()
  expect(warnings(shop)).toContainEqual(
    expect.objectContaining({
      host: 'stray.example',
      message: expect.stringContaining('not given to the payer'),
    }),
  )
  expect(JSON.stringify(shop.logs)).not.toContain('form-token')
  expect(JSON.stringify(await shop.store.list({ kind: 'checkout', limit: 9 }))).not.toContain('stray.example')
})

test('the form of a host in formHosts is given to the payer', async () => {
  const shop = shopWith({ formHosts: ['stray.example'] })
  const { action } = await shop.createCheckout('1042', 'form')
  expect(action).toEqual({ type: 'redirect', url: strayForm })
  expect(warnings(shop)).toEqual([])
})

test('of a transfer, only the form is left out', async () => {
  const shop = shopWith({ formHosts: ['pay.example'] })
  const { action } = await shop.createCheckout('1042', 'transfer')
  expect(action).toMatchObject({ type: 'transfer', formUrl: null, card: expect.any(String) })
})

test.each(['form', 'transfer'])(
  'a %s whose only form was stored before formHosts was set is not shown',
  async (method) => {
    const shop = shopWith({})
    await shop.control('/config', { paymentDetails: { fields: ['bank', 'method'] } })
    const { id } = await shop.createCheckout('1042', method)
    shop.restart({ formHosts: ['pay.example'] })
    expect((await shop.getCheckout(id)).action).toBeNull()
  },
)

test.each(['http://pay.example/form', 'javascript:alert(1)', 'not a URL'])(
  'outside loopback, %s is not given to the payer',
  async (formUrl) => {
    const shop = shopWith({ publicUrl: 'https://shop.example', allowPlainOrders: true }, formUrl)
    expect((await shop.createCheckout('1042', 'form')).action).toBeNull()
  },
)

describe('the hosts of formHosts', () => {
  test.each(['https://pay.example', 'pay.example/form', 'Pay.Example', '*.pay.example', ''])(
    '%s is not a host',
    (entry) => {
      expect(() => createHarness({ paypane: { formHosts: ['a.example', entry] } })).toThrow(
        'formHosts has an entry that is not a host',
      )
    },
  )

  test('a host is matched whole, with its port', () => {
    const isAllowed = createFormCheck({ formHosts: ['pay.example', 'pay.example:8443'] })
    expect(isAllowed('https://pay.example:443/form')).toBe(true)
    expect(isAllowed('https://pay.example:8443/form')).toBe(true)
    for (const url of [
      'https://pay.example:444/',
      'https://pay.example.evil.example/',
      'https://evil.example/pay.example',
      'https://pay.example@evil.example/',
      'http://pay.example/',
    ])
      expect(isAllowed(url)).toBe(false)
  })
})
