import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sandboxMerchant } from './merchant.ts'

/** The client against the sandbox over real HTTP, by the rows of the interface's tables: callbacks. */

const merchant = await sandboxMerchant()
afterAll(() => merchant.close())
beforeEach(() => merchant.reset())

describe('table "Callback types": each is received and its signature verifies', () => {
  const received = () =>
    merchant.received.map(({ status, amount, orderType }) => ({ status, amount, orderType }))

  test('Create and Progress: a payout moves to Created, then to Processing', async () => {
    const { externalId } = await merchant.place('payout')
    await merchant.control(`orders/${externalId}`, { do: 'status', status: 'Processing' })
    expect(received()).toEqual([
      { status: 'Created', amount: '100.00', orderType: 'Withdrawal' },
      { status: 'Processing', amount: '100.00', orderType: 'Withdrawal' },
    ])
  })

  test('Success, with the card of a hosted form', async () => {
    const { externalId } = await merchant.place('form')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    const last = merchant.received.at(-1)
    expect(last).toMatchObject({ externalId, status: 'Success', currency: 'UAH', orderType: 'Deposit' })
    expect(last?.externalParams?.cardNumber).toMatch(/^\d{6}\D+\d{4}$/)
    expect(last?.externalParams?.cardStorageToken).toBeTruthy()
    expect(last?.history.at(-1)?.time).toMatch(/Z$/)
  })

  test('Failed, then the P2P correction: Success of the same order', async () => {
    const { externalId } = await merchant.place('p2p')
    await merchant.control(`orders/${externalId}`, { do: 'fail', reason: '4.1.4.61' })
    await merchant.control(`orders/${externalId}`, { do: 'correct' })
    expect(received().map(({ status }) => status)).toEqual(['Processing', 'Failed', 'Success'])
    expect(await merchant.lookUp('p2p', { externalId })).toMatchObject({
      order: { externalId, status: 'Success' },
    })
  })

  test('Amount changed: the new amount is the signed one', async () => {
    const { externalId } = await merchant.place('p2p')
    await merchant.control(`orders/${externalId}`, { do: 'amount', amount: '90.50' })
    expect(received().at(-1)).toMatchObject({ status: 'Processing', amount: '90.50' })
  })

  test.each([
    ['a string', true],
    ['a number', false],
  ])('an amount that is %s keeps its text', async (_, amountAsString) => {
    await merchant.configure('p2p', { callbacks: { amountAsString } })
    const { externalId } = await merchant.place('p2p', { amount: '1250.10' })
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(received().at(-1)).toMatchObject({ amount: '1250.10' })
  })

  test('a body without currency', async () => {
    await merchant.configure('p2p', { callbacks: { withCurrency: false } })
    const { externalId } = await merchant.place('p2p')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    expect(merchant.received.at(-1)).toMatchObject({ status: 'Success', currency: null })
  })

  test('an unknown status', async () => {
    const { externalId } = await merchant.place('p2p')
    await merchant.control(`orders/${externalId}`, { do: 'status', status: 'Resting' })
    expect(received().at(-1)).toMatchObject({ status: 'Resting' })
    expect(await merchant.lookUp('p2p', { externalId })).toMatchObject({
      order: { status: 'Resting' },
    })
  })
})
