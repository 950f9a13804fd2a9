import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { choosing, paid, transfer } from '../../../demo/gallery/states.ts'
import { launchChromium } from '../chromium.ts'
import { html, openShop, widget } from './shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

let browser: Browser
let shop: Shop
let page: Page
let consoleErrors: string[]

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser.close())
beforeEach(async () => {
  shop = await openShop()
  page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  page.setDefaultTimeout(8000)
  consoleErrors = []
  page.on('pageerror', (error) => consoleErrors.push(String(error)))
})
afterEach(async () => {
  await page.context().close()
  await shop.close()
})

/** These libraries need inline scripts and `eval`. */
const policy = "default-src 'self' 'unsafe-inline' 'unsafe-eval'"
const fields = [
  ['Amount', '1250.00'],
  ['Card number', '4441114455556666'],
  ['Phone number', '+380671234567'],
  ['IBAN', 'UA213223130000026007233566001'],
  ['Recipient', 'Олена Коваленко'],
] as const

/** Published versions, each with a check that it is active. */
const libraries = [
  {
    name: 'Prototype.js 1.6',
    // Bundled with a chart library.
    file: 'flotr2/lib/prototype.js',
    inspect: () => [Reflect.get(window, 'Prototype').Version, JSON.stringify(['a'])],
    expected: ['1.6.0.3', '"[\\"a\\"]"'],
  },
  {
    name: 'MooTools',
    file: 'mootools-core-dist/dist/mootools-core-compat.js',
    inspect: () => [
      Reflect.get(window, 'MooTools').version,
      Reflect.apply(Function.prototype.bind, (given: unknown) => given, [null, ['b']])(),
    ],
    expected: ['1.5.1', 'b'],
  },
  {
    name: 'RequireJS',
    file: 'requirejs/require.js',
    inspect: () => [Reflect.get(window, 'requirejs').version, typeof Reflect.get(window, 'define').amd],
    expected: ['2.3.8', 'object'],
  },
]

async function openWithLibrary(file: string, body = widget): Promise<void> {
  shop.script('/library.js', await readFile(createRequire(import.meta.url).resolve(file), 'utf8'))
  shop.script(
    '/own.js',
    'define("own", () => "loaded"); require(["own"], (own) => { document.documentElement.dataset.own = own })',
  )
  shop.respondWith(choosing)
  await page.goto(shop.page('/', html(body, { head: '<script src="/library.js"></script>' }), policy))
}

const heading = (name: string) => page.getByRole('heading', { name }).waitFor()

/** Chooses a method, copies every field and pays. */
async function payAndCopy(read: () => Promise<string>): Promise<void> {
  await page.getByRole('button', { name: 'Transfer' }).click()
  await expect
    .poll(() => shop.requests.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toEqual([{ order: '1042' }, { method: 'transfer', after: 0 }])
  shop.respondWith(transfer)
  await heading('Send exactly this amount')
  for (const [label, value] of fields) {
    const tab = page.getByRole('radio', { name: label, exact: true })
    if (await tab.count()) await tab.check()
    await page.getByRole('button', { name: `Copy: ${label}`, exact: true }).click()
    await page.getByRole('status').getByText(`Copied: ${label}`).waitFor({ state: 'attached' })
    expect(await read()).toBe(value)
  }
  await page.locator('.qr-actions').waitFor()
  await page.getByRole('button', { name: 'I’ve sent the money' }).click()
  await heading('Checking for your transfer')
  shop.respondWith(paid)
  await heading('Paid')
  expect(consoleErrors).toEqual([])
}

test.each(libraries)('beside $name an order is paid, with correct requests and copies', async (library) => {
  await openWithLibrary(library.file)
  expect(await page.evaluate(library.inspect)).toEqual(library.expected)
  await payAndCopy(() => page.evaluate(() => navigator.clipboard.readText()))
})

test.each(libraries)('beside $name copying works without the clipboard API', async ({ file }) => {
  await page.addInitScript(() => {
    const real = navigator.clipboard
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    Reflect.set(window, 'readClipboard', () => real.readText())
  })
  await openWithLibrary(file)
  await payAndCopy(() => page.evaluate(() => Reflect.get(window, 'readClipboard')()))
})

test('the script defines no anonymous module, so the page’s RequireJS modules load', async () => {
  await openWithLibrary('requirejs/require.js')
  await heading('How would you like to pay?')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.src = '/own.js'
    document.body.append(script)
  })
  await page.locator('[data-own=loaded]').waitFor()
  expect(consoleErrors).toEqual([])
})

test('RequireJS can load the script', async () => {
  const load =
    'require(["/paypane.js"], () => document.documentElement.dataset.loaded = typeof Paypane.mount)'
  shop.script(
    '/library.js',
    await readFile(createRequire(import.meta.url).resolve('requirejs/require.js'), 'utf8'),
  )
  shop.respondWith(paid)
  const body = `${widget}<script src="/library.js"></script><script>${load}</script>`
  await page.goto(shop.page('/', `<!doctype html><html lang="en"><body>${body}</body></html>`, policy))
  await heading('Paid')
  await page.locator('[data-loaded=function]').waitFor()
  expect(consoleErrors).toEqual([])
})
