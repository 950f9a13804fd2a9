import type { Page } from 'playwright-core'

/** What each lever promises: the screen that the payer sees in the end, and words of the story behind it. */
export interface Scenario {
  lever: string
  screen: string
  story: RegExp
  /** A line of the story that shows why. */
  cause?: RegExp
  /** An answer in the live picture. */
  answer?: RegExp
}

export const scenarios: readonly Scenario[] = [
  { lever: 'pay', screen: 'Paid', story: /^Paid\.$/ },
  { lever: 'less', screen: 'Paid', story: /^Paid 1125.00 of 1250.00 asked\.$/ },
  {
    lever: 'late',
    screen: 'Paid',
    story: /^Paid\.$/,
    cause: /^The merchant is toldThe time to pay is over$/,
  },
  { lever: 'refuse', screen: 'We have not received this payment', story: /^Failed, and still watched/ },
  {
    lever: 'correct',
    screen: 'Paid',
    story: /^Paid\.$/,
    cause: /^The merchant is toldCorrected, the money came after all$/,
  },
  { lever: 'break', screen: 'Transfer exactly this amount', story: /This is attempt 2\.$/ },
  { lever: 'no-route', screen: 'Continue on the payment page', story: /This is attempt 2\.$/ },
  { lever: 'lost', screen: 'Paid', story: /^Paid\.$/, cause: /^Merchant serverAsked: Success/ },
  { lever: 'twice', screen: 'Paid', story: /^Paid\.$/, cause: /^CallbackSuccess, 1250\.00 \(2 times\)$/ },
  {
    lever: 'forged',
    screen: 'Transfer exactly this amount',
    story: /^The payer can pay now/,
    answer: /Callback: Success401/,
  },
]

/** Takes a new order, and chooses the transfer as a payer would. */
export async function newTransfer(page: Page): Promise<void> {
  const before = await page.locator('.widget .order').textContent()
  await page.getByRole('button', { name: 'New order' }).click()
  await page.waitForFunction((earlier) => {
    const root = [...document.querySelectorAll('.screen *')].find((one) => one.shadowRoot)?.shadowRoot
    const order = root?.querySelector('.order')?.textContent
    return order !== undefined && order !== '' && order !== earlier
  }, before)
  await page.getByRole('button', { name: 'Bank transfer' }).click()
  await page.getByRole('button', { name: 'I have paid' }).waitFor()
}

export async function pressLever(page: Page, lever: string): Promise<void> {
  await page.locator(`[data-lever="${lever}"]:enabled`).click()
}

/** Waits until the payer sees the screen and the story says the words. */
export async function expectScenario(page: Page, { screen, story, cause, answer }: Scenario): Promise<void> {
  await page.getByRole('heading', { name: screen, exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Story' }).click()
  await page.locator('.standing', { hasText: story }).waitFor()
  if (cause) await page.locator('.story li p', { hasText: cause }).first().waitFor()
  if (!answer) return
  await page.getByRole('tab', { name: 'Live picture' }).click()
  await page.locator('.message summary', { hasText: answer }).waitFor()
}
