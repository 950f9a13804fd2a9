// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { choosing, email, merchant, phone, transfer } from '../../../demo/gallery/views.ts'
import type { CheckoutView } from '../../../src/contract/view.ts'
import { esmLoaders } from '../../../src/widget/embed/esm-loaders.ts'
import { type Loaders, startWidget } from '../../../src/widget/embed/start-widget.ts'
import { messages as ukrainian } from '../../../src/widget/i18n/locales/uk.ts'

// Importing them takes real time, once.
beforeAll(async () => {
  await Promise.all([esmLoaders.loadDeferred(), import('../../../src/widget/view/payer-fields/screen.tsx')])
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  // happy-dom keeps the focus of what is removed.
  document.body.focus()
  document.body.innerHTML = ''
})

/** The widget in English, because its language file takes long. */
async function openInEnglish(view: CheckoutView, loaders: Partial<Loaders> = {}) {
  const { promise, resolve } = Promise.withResolvers<typeof ukrainian>()
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  document.body.append(host)
  const options = {
    endpoint: '/pay',
    checkout: 'co_1',
    locale: 'uk',
    initialView: view,
    fetch: () => new Promise<Response>(() => undefined),
  }
  const widget = startWidget(root, options, { ...esmLoaders, loadMessages: () => promise, ...loaders })
  await vi.advanceTimersByTimeAsync(2000)
  return {
    root,
    widget,
    find: <Type extends Element>(selector: string, type: new () => Type): Type => {
      const found = root.querySelector(selector)
      if (!(found instanceof type)) throw new Error(`No ${selector}`)
      return found
    },
    heading: () => root.querySelector('h2')?.textContent,
    async receiveLocale() {
      resolve(ukrainian)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('a language that comes late leaves the chosen way to pay, the focus and what is open', async () => {
  const { find, heading, receiveLocale, root } = await openInEnglish({ ...transfer, merchant })
  expect(heading()).toBe('Send exactly this amount')
  const ways = find('.change', HTMLSelectElement)
  const help = find('.another-way details', HTMLDetailsElement)
  ways.value = 'iban'
  ways.focus()
  help.open = true
  await receiveLocale()
  expect(heading()).toBe(ukrainian.transfer)
  expect(find('.change', HTMLSelectElement)).toBe(ways)
  expect([ways.value, ways.options[0]?.textContent, root.activeElement]).toEqual([
    'iban',
    ukrainian.card,
    ways,
  ])
  expect(find('.another-way details', HTMLDetailsElement)).toBe(help)
  expect(help.open).toBe(true)
})

test('a language that comes late leaves a form that is being filled in', async () => {
  const view = { ...choosing, methods: ['transfer' as const], fields: { transfer: [phone, email] } }
  const { find, heading, receiveLocale, root } = await openInEnglish(view)
  const english = heading()
  const input = find('[type=email]', HTMLInputElement)
  input.focus()
  input.value = 'olena@'
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await receiveLocale()
  expect(heading()).not.toBe(english)
  expect(find('[type=email]', HTMLInputElement)).toBe(input)
  expect([input.value, root.activeElement]).toEqual(['olena@', input])
})

test('the screen that the payer has asked for in the meantime is a new one', async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Loaders['loadDeferred']>>>()
  const { find, heading, receiveLocale, root } = await openInEnglish(transfer, {
    loadDeferred: () => promise,
  })
  const body = find('.body', HTMLElement)
  find('.actions button', HTMLButtonElement).click()
  await receiveLocale()
  // What it shows is still being loaded.
  expect(heading()).toBe('Send exactly this amount')
  resolve(await esmLoaders.loadDeferred())
  await vi.advanceTimersByTimeAsync(0)
  expect(heading()).toContain(ukrainian.checking)
  expect(find('.body', HTMLElement)).not.toBe(body)
  expect(root.activeElement?.tagName).toBe('H2')
})
