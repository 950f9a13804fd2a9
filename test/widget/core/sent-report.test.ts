import { describe, expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import type { ViewMembers } from '../../../src/contract/view.ts'
import { isReportedSent } from '../../../src/widget/core/reducer.ts'
import { createSession } from '../../../src/widget/core/session.ts'
import { createFakePage, type Reply } from '../core/fake-page.ts'

const sentAt = '2026-11-20T11:58:00.000Z'

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
    ['an error of the server', { status: 503, text: '' }],
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
})
