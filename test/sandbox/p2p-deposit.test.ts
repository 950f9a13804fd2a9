import { describe, expect, it } from 'vitest'
import { createMerchant } from './merchant.ts'

describe('a P2P deposit, from create to paid', () => {
  it('returns well-formed payment details', async () => {
    const merchant = createMerchant()
    const { status, body } = await merchant.create('p2p', '1250.00')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      orderStatus: 'Processing',
      paymentDetails: {
        formUrl: expect.stringMatching(/^http:\/\/sandbox\.test\/core\/form\?token=\w{32}$/),
        card: expect.stringMatching(/^\d{16}$/),
        number: expect.stringMatching(/^\+\d{12}$/),
        iban: expect.stringMatching(/^UA\d{27}$/),
        accountNumber: expect.stringMatching(/^000\d{11}$/),
        qrUrl: expect.stringMatching(/^iVBORw0KGgo/),
      },
    })
  })

  it('is found by either id; an unknown id is not', async () => {
    const merchant = createMerchant()
    const { externalId, externalTransactionId } = await merchant.place('p2p', '10.00')
    const found = { externalId, orderStatus: 'Processing', amount: 10, currency: 'UAH' }
    expect((await merchant.depositStatus('p2p', externalId)).body).toMatchObject(found)
    const byOwnId = await merchant.depositStatusByOwnId('p2p', externalTransactionId)
    expect(byOwnId.body).toMatchObject(found)
    expect(await merchant.depositStatus('p2p', 'made-up')).toMatchObject({
      status: 404,
      body: { label: 'NOT_FOUND' },
    })
  })

  it('sends the signed Success before the control responds', async () => {
    const merchant = createMerchant()
    const { externalId } = await merchant.place('p2p', '10.00')
    await merchant.control(`orders/${externalId}`, { do: 'pay' })
    const received = merchant.received.map(({ type, verified }) => ({ type, verified }))
    expect(received).toEqual([
      { type: 'Processing', verified: true },
      { type: 'Success', verified: true },
    ])
  })
})
