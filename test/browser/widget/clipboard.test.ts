import type { FrameLocator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/views.ts'
import { inFull } from '../../support/full.ts'
import { chromiumFixture } from './chromium-fixture.ts'
import { html, strictPolicy, widget } from './shop.ts'

const fixture = chromiumFixture()

const fields = [
  ['Amount', '1250.00'],
  ['Card number', '4441114455556666'],
  ['Phone number', '+380671234567'],
  ['IBAN', 'UA213223130000026007233566001'],
  ['Account number', '0026007233566001'],
  ['Recipient', 'Олена Коваленко'],
] as const

/** Stands for the bank, where the payer pastes. */
const bank = '<textarea aria-label="Bank"></textarea>'

const bankOf = (page: Page) => page.getByRole('textbox', { name: 'Bank' })

/** Serves the shop over plain HTTP on a host name, where pages have no clipboard API. */
async function servePlainHttp(): Promise<string> {
  await fixture.context.route('http://shop.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: fixture.shop.url + pathname + search }) })
  })
  return 'http://shop.test'
}

/** Selects a number, unless it is shown in any case. */
async function selectWay(inside: Page | FrameLocator, label: string): Promise<void> {
  const ways = inside.getByRole('combobox')
  const option = ways.locator('option', { hasText: label })
  if (await option.count()) await ways.selectOption({ label })
}

/** Copies every field and pastes it at the bank. */
async function expectAllCopied(inside: Page | FrameLocator): Promise<void> {
  await inside.locator('.another-way > details').waitFor()
  for (const [label, value] of fields) {
    await selectWay(inside, label)
    await inside.getByRole('button', { name: `Copy: ${label}`, exact: true }).click()
    await inside.getByRole('status').getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
    await bankOf(fixture.page).fill('')
    await bankOf(fixture.page).press('Control+v')
    expect(await bankOf(fixture.page).inputValue()).toBe(value)
  }
}

describe('every field is copied exactly', () => {
  test.each([
    ['a secure page', widget + bank, 'secure'],
    ['a page of plain HTTP', widget + bank, 'plain'],
    ...inFull(
      ['a modal dialog', `<dialog>${widget}${bank}</dialog>`, 'secure'],
      ['a modal dialog over plain HTTP', `<dialog>${widget}${bank}</dialog>`, 'plain'],
    ),
  ] as const)('from %s', async (_, body, kind) => {
    fixture.shop.respondWith(transfer)
    fixture.shop.page('/', html(body))
    await fixture.page.goto(kind === 'plain' ? await servePlainHttp() : fixture.shop.url)
    expect(await fixture.page.evaluate(() => isSecureContext)).toBe(kind === 'secure')
    await fixture.page.evaluate(() => document.querySelector('dialog')?.showModal())
    await expectAllCopied(fixture.page)
    expect(fixture.consoleErrors).toEqual([])
  })

  test.each([
    ['a frame', (url: string) => url],
    // Without `allow`, a frame of another origin has no clipboard access.
    ['a frame of another origin', (url: string) => url.replace('127.0.0.1', 'localhost')],
  ])('from %s', async (_, from) => {
    fixture.shop.respondWith(transfer)
    const inside = from(fixture.shop.page('/inside', html(widget)))
    const body = `<iframe src="${inside}" title="Pay" width="380" height="800"></iframe>${bank}`
    const policy = strictPolicy.replace("frame-src 'self'", "frame-src 'self' http://localhost:*")
    await fixture.page.goto(
      fixture.shop.page('/', `<!doctype html><html lang="en"><body>${body}</body></html>`, policy),
    )
    await expectAllCopied(fixture.page.frameLocator('iframe'))
  })
})

test('a refused copy is announced, the text is selected, and the button keeps the focus', async () => {
  fixture.shop.respondWith(transfer)
  await fixture.page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(document, 'execCommand', { value: () => true })
  })
  await fixture.page.goto(fixture.shop.page('/', html(widget)))
  await fixture.deferredParts()
  await fixture.press('Copy: Card number')
  await fixture.page.getByRole('status').getByText('Not copied').waitFor({ state: 'attached' })
  expect(await fixture.page.locator('.copied').count()).toBe(0)
  const [selected = '', focused] = await fixture.page.evaluate(() => {
    const root: (ShadowRoot & { getSelection?: () => Selection | null }) | null | undefined =
      document.querySelector('pay-pane')?.shadowRoot
    return [String(root?.getSelection?.()), root?.activeElement?.getAttribute('aria-label')]
  })
  expect(selected.replaceAll(' ', '')).toBe('4441114455556666')
  expect(focused).toBe('Copy: Card number')
})
