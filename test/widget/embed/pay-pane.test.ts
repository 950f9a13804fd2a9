// @vitest-environment happy-dom
import 'paypane/element'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import { esmLoaders } from '../../../src/widget/embed/esm-loaders.ts'

const settle = () => vi.advanceTimersByTimeAsync(30)

// Importing it takes real time, once.
beforeAll(async () => void (await esmLoaders.loadDeferred()))
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
})

type SetView = (element: HTMLElement, view: object) => void
const setProperty: SetView = (element, initialView) => Object.assign(element, { initialView })
const setAttribute: SetView = (element, view) => element.setAttribute('initial-view', JSON.stringify(view))
const viewOf = (order: string) => ({ ...transfer, id: `co_${order}`, order })

/** Shows order 1042 with its view; the server does not respond. */
async function openElement(set = setProperty) {
  const element = document.createElement('pay-pane')
  /** The orders that were requested. */
  const opened: unknown[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    if (init?.method === 'POST') opened.push(init.body)
    return new Promise<Response>(() => undefined)
  }
  Object.assign(element, { endpoint: '/pay', order: 'token-1042', fetch })
  set(element, viewOf('1042'))
  document.body.append(element)
  await settle()
  opened.length = 0
  return { element, opened, shown: () => element.shadowRoot?.querySelector('.order')?.textContent ?? '' }
}

test.each([
  ['property', setProperty],
  ['attribute', setAttribute],
])('another order is opened, not shown with the view that was set as %s', async (_, set) => {
  const { element, opened, shown } = await openElement(set)
  expect(shown()).toContain('1042')
  element.setAttribute('order', 'token-1043')
  await settle()
  expect(opened).toEqual(['{"order":"token-1043"}'])
  expect(shown()).not.toContain('1042')
})

test.each([
  ['property', setProperty],
  ['attribute', setAttribute],
])('another order is shown with its own view, set after it as %s', async (_, set) => {
  const { element, shown } = await openElement(set)
  element.setAttribute('order', 'token-1043')
  set(element, viewOf('1043'))
  await settle()
  expect(shown()).toContain('1043')
})

test('an element that is inserted again shows its last view, unless it has another order', async () => {
  const { element, opened, shown } = await openElement()
  const insertAgain = async () => {
    element.remove()
    await settle()
    document.body.append(element)
    await settle()
  }
  await insertAgain()
  expect(shown()).toContain('1042')
  expect(opened).toEqual([])
  element.setAttribute('order', 'token-1043')
  await insertAgain()
  expect(shown()).not.toContain('1042')
  element.remove()
  await settle()
  element.setAttribute('order', 'token-1044')
  document.body.append(element)
  await settle()
  expect(shown()).not.toContain('1042')
  expect(opened.at(-1)).toBe('{"order":"token-1044"}')
})
