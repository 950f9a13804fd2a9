import { describe, expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { isReportedSent, lostConnection } from '../../../src/widget/core/reducer.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createFakePage, type Reply } from './fake-page.ts'

const sentAt = '2026-11-20T11:58:00.000Z'
const final = { status: 'failed', final: true, pollAfter: null, retry: false, canClaim: true } as const

/** A server that cannot store a report. */
const always = (reply: Reply) => Array<Reply>(1000).fill(reply)
const unavailable: Reply = { status: 503, text: '' }
const limited: Reply = { status: 429, text: '', headers: { 'retry-after': '60' } }

/** A server that answers reports in turn, then accepts them; requests for the view get the current one. */
async function openSession(first: Partial<ViewMembers>, ...reportReplies: Reply[]) {
  let view: ViewMembers = { ...transfer, ...first }
  const page = createFakePage(({ method, wait, body }) => {
    if (method !== 'POST') return wait ? 'held' : { view, headers: { etag: 'W/"1"' } }
    const reply = reportReplies.shift()
    if (reply) return reply
    const isSent = JSON.stringify(body) === '{"sent":true}'
    view = { ...view, reportedSentAt: isSent ? sentAt : null }
    return { view, headers: { etag: 'W/"2"' } }
  })
  const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
  await page.advance(0)
  return {
    page,
    session,
    isSent: () => isReportedSent(session.state),
    reports: () => page.requests.filter(({ method }) => method === 'POST').map(({ body }) => body),
    /** Milliseconds since the test began. */
    reportTimes: () => page.requests.filter(({ method }) => method === 'POST').map(({ at }) => at),
    /** From now on, requests for the view get this one. */
    respondWith(next: Partial<ViewMembers>) {
      view = { ...view, ...next }
    },
  }
}

describe('a report that the money was sent', () => {
  test('is sent at once, and the response is the next view', async () => {
    const { page, session, isSent, reports } = await openSession({})
    session.reportSent()
    expect(isSent()).toBe(true)
    await page.advance(0)
    expect(reports()).toEqual([{ sent: true }])
    expect(session.state).toMatchObject({ sentReport: null, view: { reportedSentAt: sentAt } })
    expect(isSent()).toBe(true)
  })

  test('from another device counts, and can be taken back', async () => {
    const { page, session, isSent, reports } = await openSession({ reportedSentAt: sentAt })
    expect(isSent()).toBe(true)
    session.reportSent(false)
    expect(isSent()).toBe(false)
    await page.advance(0)
    expect(reports()).toEqual([{ sent: false }])
    expect(isSent()).toBe(false)
  })

  test.each<[string, Reply]>([
    ['a lost connection', 'dropped'],
    ['an error of the server', unavailable],
  ])('is sent again with the polling after %s, and counts meanwhile', async (_, failure) => {
    const { page, session, isSent, reports } = await openSession({}, failure, failure)
    session.reportSent()
    await page.advance(0)
    expect([isSent(), session.state.failureCount]).toEqual([true, 0])
    await page.advance(120_000)
    session.refresh()
    await page.advance(0)
    expect(reports().length).toBeGreaterThanOrEqual(3)
    expect(session.state.view?.reportedSentAt).toBe(sentAt)
  })

  test.each([404, 405])('stays in the session if the server has no such route (%i)', async (status) => {
    const { page, session, isSent, reports } = await openSession({}, { status, text: '{}' })
    session.reportSent()
    await page.advance(60_000)
    expect(reports()).toHaveLength(1)
    expect([isSent(), session.state.blockingError]).toEqual([true, null])
  })

  test.each<[string, Reply]>([
    ['no connection', 'dropped'],
    ['an error of the server', unavailable],
    ['a response that is no view', { text: '{"ok":true}' }],
  ])('that always ends in %s is sent with growing pauses, and no connection is lost', async (_, failure) => {
    const { page, session, reportTimes } = await openSession({}, ...always(failure))
    session.reportSent()
    await page.advance(60_000)
    expect(reportTimes()).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500, 51_500])
    expect(page.requests.length).toBeLessThan(15)
    expect([session.state.failureCount, lostConnection(session.state)]).toEqual([0, null])
  })

  test('waits for its Retry-After, also when the payer returns; the view does not', async () => {
    const { page, session, reportTimes, respondWith } = await openSession({}, ...always(limited))
    session.reportSent()
    await page.advance(30_000)
    const requestCount = page.requests.length
    respondWith({ paid: transfer.amount })
    page.emitPageEvent('return')
    session.reportSent()
    await page.advance(0)
    expect(page.requests.length).toBeGreaterThan(requestCount)
    expect(session.state.view?.paid).toEqual(transfer.amount)
    await page.advance(29_999)
    expect(reportTimes()).toEqual([0])
    await page.advance(1)
    expect(reportTimes()).toEqual([0, 60_000])
    expect(page.requests.length).toBeLessThan(10)
  })

  test('that failed is sent at once when the payer returns', async () => {
    const { page, session, reportTimes } = await openSession({}, ...always(unavailable))
    session.reportSent()
    await page.advance(40_000)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(reportTimes().at(-1)).toBe(40_000)
  })

  test('is of no use once the money has arrived', async () => {
    const { page, session, reportTimes, respondWith } = await openSession({}, ...always(unavailable))
    session.reportSent()
    await page.advance(1000)
    respondWith({ status: 'succeeded', final: true, paid: transfer.amount })
    session.refresh()
    await page.advance(600_000)
    expect(reportTimes()).toEqual([0, 500])
    expect(page.timers).toBe(0)
  })
})

test('a report does not end the start of an attempt', async () => {
  const page = createFakePage(({ method, path }) =>
    path.endsWith('/attempts') ? 'hanging' : { view: { ...transfer, canReplace: method === 'GET' } },
  )
  const session = createSession({ endpoint: '/pay', checkout: 'co_1' }, page.environment)
  await page.advance(0)
  void session.start({ method: 'form', replace: true })
  session.reportSent()
  await page.advance(1000)
  expect(session.state).toMatchObject({ starting: { method: 'form' }, unsentReport: null })
})

describe('a report about a final view', () => {
  test('is sent again until the server has stored it, and then nothing is requested', async () => {
    const { page, session, reportTimes } = await openSession(final, ...Array<Reply>(3).fill(unavailable))
    session.reportSent()
    await page.advance(600_000)
    expect(reportTimes()).toEqual([0, 500, 1500, 3500])
    expect(session.state).toMatchObject({ unsentReport: null, reportFailureCount: 0 })
    expect([page.requests.at(-1)?.at, page.timers]).toEqual([3500, 0])
  })

  test('that failed is sent when the payer returns', async () => {
    const { page, session, reportTimes } = await openSession(final, ...Array<Reply>(6).fill(unavailable))
    session.reportSent()
    await page.advance(20_000)
    page.emitPageEvent('return')
    await page.advance(0)
    expect(reportTimes()).toEqual([0, 500, 1500, 3500, 7500, 15_500, 20_000])
    expect(session.state.unsentReport).toBe(null)
  })
})
