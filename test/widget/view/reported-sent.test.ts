// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/states.ts'
import { openPayer } from './payer.ts'

const reported = { ...transfer, reportedSentAt: '2026-11-20T11:58:00.000Z' }

test('after a reload, or on another device, no second transfer is invited', async () => {
  const payer = await openPayer(reported)
  expect([payer.heading(), payer.hint()]).toEqual([
    'Checking for your transfer',
    'You’ll see it here as soon as it arrives.',
  ])
  expect(payer.widget.getByText(/^Marked as sent: Nov 20/)).toBeTruthy()
  expect(payer.widget.getByText('Already sent the money? Please don’t send it again.')).toBeTruthy()
  expect(payer.place.querySelector('details')?.open).toBe(false)
})

test('“I haven’t sent it yet” takes the report back, and shows the details again', async () => {
  const payer = await openPayer(reported, { answers: { POST: { view: { ...transfer } } } })
  await payer.press('I haven’t sent it yet')
  expect(payer.requestsSent()).toEqual([
    { method: 'POST', path: `/pay/checkouts/${transfer.id}/attempts/1/sent`, body: { sent: false } },
  ])
  expect(payer.heading()).toBe('Send exactly this amount')
})
