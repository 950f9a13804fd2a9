import { expect, test } from 'vitest'
import { CaseFile } from '../../../src/contract/case.ts'
import { caseText } from '../../../src/server/admin/case-file.ts'

const paid = CaseFile.parse({
  order: '1042',
  checkout: 'co_1',
  status: 'succeeded',
  amount: { value: '1250.00', currency: 'UAH' },
  paid: { value: '1240.00', currency: 'UAH' },
  createdAt: '2026-01-01T00:00:00Z',
  writtenAt: '2026-01-02T00:00:00Z',
  attempts: [
    {
      attempt: 1,
      pipeline: 'p2p',
      method: 'transfer',
      externalTransactionId: 't-1',
      externalId: 'e-1',
      state: 'succeeded',
      status: 'Success',
      requested: { value: '1250.00', currency: 'UAH' },
      reported: '1240.00',
      reportedSentAt: '2026-01-01T00:02:00Z',
      card: { number: '411111******1111', holder: null },
      timeline: [
        { time: '2026-01-01T00:00:01Z', code: '2.0.1.00', words: 'created', action: 'Created' },
        { time: null, code: null, words: null, action: 'Something new' },
      ],
      sentAt: '2026-01-01T00:00:00Z',
      endedAt: '2026-01-01T01:00:00Z',
    },
  ],
  callbacks: [
    {
      id: 'cb_1',
      externalId: 'e-1',
      orderType: 'Deposit',
      status: 'Success',
      amount: '1240.00',
      pipelines: ['p2p'],
      receivedAt: '2026-01-01T00:59:00Z',
      lastAt: '2026-01-01T00:59:00Z',
      appliedAt: null,
      times: 1,
    },
  ],
  claims: [
    {
      number: '7K2M9-QXT4H',
      attempt: 1,
      state: 'declined',
      at: '2026-01-01T00:30:00Z',
      content: {
        amount: '1240.00',
        sentAt: '2026-01-01T00:01:00Z',
        bank: 'Example Bank',
        lastDigits: '4242',
        note: 'from my card',
      },
      receipts: [{ id: 'r-1', type: 'image/jpeg', size: 3 }],
      resolved: {
        at: '2026-01-01T00:40:00Z',
        by: 'operator',
        operator: 'anna',
        reason: 'wrong_receipt',
        text: 'It shows another recipient.',
      },
    },
  ],
})

const content = { amount: null, sentAt: null, bank: null, lastDigits: null }

test('a case as text has all that the support needs to find the payment', () => {
  expect(caseText(paid)).toMatchInlineSnapshot(`
    "Case of order 1042
    Checkout: co_1
    Status: succeeded
    Amount: 1250.00 UAH
    Paid: 1240.00 UAH
    Created: 2026-01-01T00:00:00Z
    Written: 2026-01-02T00:00:00Z

    Attempt 1
    externalTransactionId: t-1
    externalId: e-1
    Pipeline: p2p
    Method: transfer
    Requested: 1250.00 UAH
    Reported amount: 1240.00
    Status at the service: Success
    Request sent: 2026-01-01T00:00:00Z
    Final status received: 2026-01-01T01:00:00Z
    Reported as sent by the payer: 2026-01-01T00:02:00Z
    Payer's card: 411111******1111
    -  2026-01-01T00:00:01Z  2.0.1.00  created
    -  Something new

    Callbacks received
    2026-01-01T00:59:00Z  Success  1240.00  e-1

    Claim 7K2M9-QXT4H of attempt 1
    State: declined
    Made: 2026-01-01T00:30:00Z
    Amount sent: 1240.00
    Sent at: 2026-01-01T00:01:00Z
    From bank: Example Bank
    Last digits of the card or account: 4242
    Note of the payer: from my card
    Receipts: 1
    Decided: 2026-01-01T00:40:00Z
    Reason: wrong_receipt
    Text to the payer: It shows another recipient.
    "
  `)
})

test('what a payer writes adds no line to a case as text, and nothing that a terminal obeys', () => {
  const note = 'sent\r\nStatus at the service: Success\u001b[2J\u009b1A\u2028Attempt 9'
  const claims = paid.claims.map((claim) => ({ ...claim, content: { ...content, note } }))
  const text = caseText({ ...paid, claims })
  expect(text).toContain('\nNote of the payer: sent Status at the service: Success [2J 1A Attempt 9\n')
})

test('nor do an order reference, a callback or the words of the service', () => {
  const breaks = 'x\nPaid: 9.00 UAH\u001b[2J\u2029'
  const timeline = [{ time: null, code: null, words: null, action: breaks }]
  const text = caseText({
    ...{ ...paid, order: breaks },
    attempts: paid.attempts.map((attempt) => ({ ...attempt, timeline })),
    callbacks: paid.callbacks.map((callback) => ({ ...callback, externalId: breaks })),
  })
  const line = 'x Paid: 9.00 UAH [2J '
  expect(text.split('\n').filter((one) => one.includes('[2J'))).toEqual([
    `Case of order ${line}`,
    `-  ${line}`,
    `2026-01-01T00:59:00Z  Success  1240.00  ${line}`,
  ])
})

test('a case as text has no line for what is not known', () => {
  const attempts = paid.attempts.map((attempt) => ({
    ...attempt,
    ...{ externalId: null, method: null, status: null, reported: null, reportedSentAt: null, card: null },
    ...{ endedAt: null, timeline: [] },
  }))
  const claims = paid.claims.map((claim) => ({
    ...claim,
    ...{
      content: { ...content, note: '' },
      receipts: [],
      resolved: null,
    },
  }))
  expect(caseText({ ...paid, paid: null, attempts, callbacks: [], claims })).toMatchInlineSnapshot(`
    "Case of order 1042
    Checkout: co_1
    Status: succeeded
    Amount: 1250.00 UAH
    Created: 2026-01-01T00:00:00Z
    Written: 2026-01-02T00:00:00Z

    Attempt 1
    externalTransactionId: t-1
    Pipeline: p2p
    Requested: 1250.00 UAH
    Request sent: 2026-01-01T00:00:00Z

    Claim 7K2M9-QXT4H of attempt 1
    State: declined
    Made: 2026-01-01T00:30:00Z
    "
  `)
})
