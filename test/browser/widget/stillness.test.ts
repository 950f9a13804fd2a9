import { expect, test } from 'vitest'
import { transfer } from '../../../demo/gallery/states.ts'
import { localeTags } from '../../../src/widget/i18n/tags.ts'
import { launchChromium } from '../chromium.ts'
import { buildScriptFiles, html, openShop } from './shop.ts'

test('when the connection is lost, nothing moves in any language on a narrow phone', async () => {
  await buildScriptFiles()
  const shop = await openShop()
  shop.say(transfer)
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 300, height: 800 } })
    const page = await context.newPage()
    const panes = ['en', ...localeTags].map(
      (tag) => `<pay-pane endpoint="/pay" order="1042" locale="${tag}"></pay-pane>`,
    )
    await page.goto(shop.page('/', html(panes.join(''))))
    await page.locator('.acts').nth(localeTags.length).waitFor()
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('pay-pane')].map((pane) => {
          const parts = pane.shadowRoot?.querySelectorAll('header *, h2, .hint, .detail *, .acts *') ?? []
          return [...parts].map((part) => JSON.stringify(part.getBoundingClientRect()))
        }),
      )
    const before = await places()
    await context.setOffline(true)
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        return page.locator('.lost').count()
      })
      .toBe(panes.length)
    expect(await places()).toEqual(before)
  } finally {
    await browser.close()
    await shop.close()
  }
})
