import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The expected result of a control: the payer's final screen, and a sentence of the story. */
export interface Scenario {
  control: string
  screen: string
  story: RegExp
}

/** What the tour does not play. The controls of the payer work the same with and without servers. */
export const payerScenarios: readonly Scenario[] = [
  {
    control: 'refuse',
    screen: 'We haven’t received this payment',
    story: /^Not paid\. Your server keeps watching/,
  },
  { control: 'correct', screen: 'Paid', story: /^The money arrived after all/ },
  {
    control: 'no-route',
    screen: 'Continue on the payment page',
    story: /^Requests the payment details: refused/,
  },
  { control: 'duplicate-callback', screen: 'Paid', story: /^Paid: the order may ship/ },
]

/** Callbacks that are not sent, or not by the service: between real servers. */
export const callbackScenarios: readonly Scenario[] = [
  { control: 'lost-callback', screen: 'Paid', story: /^Looks up the order: the money has arrived/ },
  {
    control: 'forged',
    screen: 'Send exactly this amount',
    story: /^Claims that the money has arrived, with a wrong signature: rejected/,
  },
]

/** A chapter of the tour: the payer's screen after its press, what the shop does, and a sentence of the story. */
const chapters: readonly { press: string; screen: string | RegExp; shop: RegExp; story: RegExp }[] = [
  { press: 'Send the money', screen: 'Paid', shop: /may ship$/, story: /^Paid: the order may ship/ },
  {
    press: 'Send 90 %',
    screen: /^Received .*1,125\.00 of /,
    shop: /waits for a decision$/,
    story: /^Too little arrived/,
  },
  { press: 'Send it too late', screen: 'Paid', shop: /may ship$/, story: /^The time is over/ },
  {
    press: 'Break the connection',
    screen: 'Send exactly this amount',
    shop: /is not paid yet$/,
    story: /the connection breaks: the order may exist or not/,
  },
  {
    press: 'Kill the server',
    screen: 'Paid',
    shop: /may ship$/,
    story: /^Cannot reach your server/,
  },
  { press: 'Accept the amount', screen: 'Paid', shop: /may ship$/, story: /^Paid: the order may ship/ },
]

/** Plays the tour from start to end, with its one button. */
export async function playTour(page: Page): Promise<void> {
  const picture = page.getByRole('region', { name: 'Live picture' })
  await page.getByRole('button', { name: 'Take the tour' }).first().click()
  for (const { press, screen, shop, story } of chapters) {
    const play = page.locator('.tour-next[aria-disabled=false]', { hasText: press })
    await Promise.all([
      // Watched from before the press, since it is shown for some seconds only.
      press === 'Kill the server' && picture.evaluate(untilShown, 'Server killed'),
      play.evaluate((button: HTMLElement) => {
        // A second press before the page is rendered again plays nothing twice.
        button.click()
        button.click()
      }),
    ])
    const next = page.locator('.tour-next[aria-disabled=false]', { hasText: /^Next|^End/ })
    await next.waitFor()
    // The next chapter must not meet a server that is still down.
    expect(await picture.getByText('Server killed').count()).toBe(0)
    await page.getByRole('heading', { name: screen, exact: true }).waitFor()
    await picture.locator('strong', { hasText: shop }).waitFor()
    await page.locator('.story-lines p', { hasText: story }).first().waitFor()
    expect(await page.locator('.tour .error').count(), press).toBe(0)
    await next.click()
  }
  await page.getByRole('region', { name: 'Remote control' }).waitFor()
}

/** Resolves in the page once a change has brought the text. */
const untilShown = (place: Element, text: string) =>
  new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      if (!place.textContent?.includes(text)) return
      observer.disconnect()
      resolve()
    }).observe(place, { subtree: true, childList: true, characterData: true })
  })

/** At first the tour's card stands in the place of the controls. */
async function openControls(page: Page): Promise<void> {
  const tryIt = page.getByRole('button', { name: 'Try it yourself' })
  await tryIt.or(page.getByRole('region', { name: 'Remote control' })).waitFor()
  if (await tryIt.isVisible()) await tryIt.click()
}

/** The order that the widget shows, once it shows one. */
export async function shownOrder(page: Page): Promise<string> {
  // Also while it is hidden by the notice of a lost connection.
  return (await page.locator('.widget .order bdi', { hasText: /\d/ }).textContent()) ?? ''
}

/** Places a new order. A press before the widget shows it would be one in the widget of the order before. */
export async function newOrder(page: Page): Promise<void> {
  const before = await shownOrder(page)
  await openControls(page)
  await page.getByRole('button', { name: 'New order' }).click()
  await page.locator('.widget .order bdi', { hasText: /\d/, hasNotText: before }).waitFor()
}

/** Places a new order, and chooses the transfer as a payer would. */
export async function newTransfer(page: Page): Promise<void> {
  await newOrder(page)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
}

export async function pressControl(page: Page, control: string): Promise<void> {
  await page.locator(`[data-control="${control}"][aria-disabled=false]`).click()
}

/** Waits for the expected screen and story. */
export async function expectScenario(page: Page, { screen, story }: Scenario): Promise<void> {
  await page.getByRole('heading', { name: screen, exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Story' }).click()
  await page.locator('.story-lines p', { hasText: story }).first().waitFor()
}
