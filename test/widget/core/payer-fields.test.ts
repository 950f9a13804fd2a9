import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { type CheckoutEvent, eventsBetween } from '../../../src/widget/core/events.ts'
import { choiceToFillIn } from '../../../src/widget/core/reducer.ts'
import { createSession, type SessionOptions } from '../../../src/widget/core/session.ts'
import { createFakePage, type RecordedRequest, type Reply } from './fake-page.ts'

const choosing: Partial<CheckoutView> = {
  status: 'choosing',
  attempts: 0,
  fields: { transfer: [{ key: 'email', kind: 'email', required: true }] },
}
const listed: Reply = { view: choosing, headers: { etag: 'W/"1"' } }
const started: Reply = { headers: { etag: 'W/"2"' } }
const refused: Reply = {
  status: 422,
  text: '{"code":"fields_invalid","fields":[{"key":"email","rule":"refused"},{"rule":"kind"},7]}',
}
const fields = { email: 'a@b.example' }

async function open(serve: (request: RecordedRequest) => Reply, options: Partial<SessionOptions> = {}) {
  const page = createFakePage(serve)
  const session = createSession({ endpoint: '/pay', order: '1042', ...options }, page.environment)
  const events: CheckoutEvent[] = []
  session.subscribe((after, before) => events.push(...eventsBetween(before, after)))
  await page.advance(100)
  return { page, session, events, posts: () => page.requests.filter(({ method }) => method === 'POST') }
}
const onAttempts = (reply: Reply) => (request: RecordedRequest) =>
  request.wait ? 'held' : request.path.endsWith('/attempts') ? reply : listed

describe('starting a method that has fields', () => {
  test('without values sends nothing; the choice is kept until it is cancelled', async () => {
    const { session, posts } = await open(onAttempts(started))
    await session.start({ method: 'transfer' })
    expect(session.state.fillingIn).toEqual({ method: 'transfer' })
    expect(posts()).toHaveLength(1)
    session.cancelFillingIn()
    expect(session.state.fillingIn).toBeNull()
  })

  test('sends the values, which are no longer kept once the attempt has started', async () => {
    const { session, posts } = await open(onAttempts(started))
    await session.start({ method: 'transfer', fields })
    expect(posts().at(-1)?.body).toEqual({ method: 'transfer', fields, after: 0 })
    expect(session.state).toMatchObject({ fillingIn: null, starting: null })
  })

  test('keeps the values and what the server refuses, without an event, and polls again', async () => {
    const { session, page, events } = await open(onAttempts(refused))
    await session.start({ method: 'transfer', fields })
    await page.advance(0)
    expect(session.state).toMatchObject({
      starting: null,
      actionError: null,
      fillingIn: { method: 'transfer', fields },
      fieldErrors: [{ key: 'email', rule: 'refused' }],
    })
    expect(page.requests.at(-1)).toMatchObject({ method: 'GET' })
    expect(events.map(({ type }) => type)).toEqual(['ready'])
  })

  test('leads to the form, without an error, where the shop has begun to request them', async () => {
    const { fields: _, ...before } = choosing
    let isRequested = false
    const { session, page } = await open(({ wait, path }) => {
      if (wait) return 'held'
      if (path.endsWith('/attempts')) {
        isRequested = true
        return refused
      }
      return isRequested ? listed : { ...listed, view: before }
    })
    await session.start({ method: 'transfer' })
    await page.advance(0)
    expect(session.state).toMatchObject({ actionError: null, fieldErrors: [] })
    expect(choiceToFillIn(session.state)).toEqual({ method: 'transfer' })
  })

  test('keeps the values when the request fails', async () => {
    const { session } = await open(onAttempts('dropped'))
    await session.start({ method: 'transfer', fields })
    expect(session.state).toMatchObject({ actionError: 'startFailed', fillingIn: { fields } })
  })
})

describe('a method of the page', () => {
  test('starts with the values of the page', async () => {
    const { posts } = await open(() => started, { method: 'transfer', fields })
    expect(posts().map(({ body }) => body)).toEqual([{ order: '1042', method: 'transfer', fields }])
  })

  test('without values leads to the form, and polling goes on', async () => {
    const { session, page, posts } = await open((request) => (request.wait ? 'held' : listed), {
      method: 'transfer',
    })
    expect(session.state).toMatchObject({ fillingIn: { method: 'transfer' }, starting: null })
    expect(posts()).toHaveLength(1)
    await page.advance(30_000)
    expect(page.requests.filter(({ wait }) => wait).length).toBeGreaterThan(0)
  })

  test.each([undefined, fields])(
    'that the server refuses with %o opens the checkout without it',
    async (sent) => {
      const serve = ({ path, wait, body }: RecordedRequest): Reply => {
        if (wait) return 'held'
        return path.endsWith('/attempts') || Reflect.get(Object(body), 'method') ? refused : listed
      }
      const { session, posts } = await open(serve, { method: 'transfer', fields: sent })
      expect(posts()[1]?.body).toEqual({ order: '1042' })
      expect(session.state.view?.status).toBe('choosing')
      expect(session.state.fillingIn).toEqual({ method: 'transfer', fields: sent })
      expect(session.state.fieldErrors).toHaveLength(sent ? 1 : 0)
    },
  )
})

test('requests name the language of the widget, so that labels are in it', async () => {
  const { page } = await open(onAttempts(started))
  expect(page.requests.map(({ language }) => language)).not.toContain(null)
})
