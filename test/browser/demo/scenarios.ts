import type { Page } from 'playwright-core'

/** The expected result of a lever: the payer's final screen, and the activity of the order. */
export interface Scenario {
  lever: string
  screen: string
  status: RegExp
  /** A row of the activity that shows the cause. */
  cause?: RegExp
  /** A response in the live traffic. */
  response?: RegExp
}

export const scenarios: readonly Scenario[] = [
  { lever: 'pay', screen: 'Paid', status: /^Paid\.$/ },
  {
    lever: 'underpay',
    screen: 'Waiting for confirmation',
    status: /^Received 1125.00 of 1250.00: the operator decides/,
    cause: /^Event to the merchantPaid too little/,
  },
  {
    lever: 'late',
    screen: 'Paid',
    status: /^Paid\.$/,
    cause: /^Event to the merchantExpired$/,
  },
  { lever: 'refuse', screen: 'We haven’t received this payment', status: /^Failed, still watched/ },
  {
    lever: 'correct',
    screen: 'Paid',
    status: /^Paid\.$/,
    cause: /^Event to the merchantCorrected: the money arrived after all$/,
  },
  { lever: 'break', screen: 'Send exactly this amount', status: /This is attempt 2\.$/ },
  { lever: 'no-route', screen: 'Continue on the payment page', status: /This is attempt 2\.$/ },
  { lever: 'lost-callback', screen: 'Paid', status: /^Paid\.$/, cause: /^Merchant serverLookup: Success/ },
  {
    lever: 'duplicate-callback',
    screen: 'Paid',
    status: /^Paid\.$/,
    cause: /^CallbackSuccess, 1250\.00 \(2 times\)$/,
  },
  {
    lever: 'forged',
    screen: 'Send exactly this amount',
    status: /^The payer can pay now/,
    response: /Callback: Success401/,
  },
]

/** Places a new order, and chooses the transfer as a payer would. */
export async function newTransfer(page: Page): Promise<void> {
  const before = await page.locator('.widget .order').textContent()
  await page.getByRole('button', { name: 'New order' }).click()
  await page.waitForFunction((earlier) => {
    const root = [...document.querySelectorAll('.screen *')].find((one) => one.shadowRoot)?.shadowRoot
    const order = root?.querySelector('.order')?.textContent
    return order !== undefined && order !== '' && order !== earlier
  }, before)
  await page.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
}

export async function pressLever(page: Page, lever: string): Promise<void> {
  await page.locator(`[data-lever="${lever}"]:enabled`).click()
}

/** Waits for the expected screen, status sentence, activity and response. */
export async function expectScenario(
  page: Page,
  { screen, status, cause, response }: Scenario,
): Promise<void> {
  await page.getByRole('heading', { name: screen, exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.locator('.status-sentence', { hasText: status }).waitFor()
  if (cause) await page.locator('.activity li p', { hasText: cause }).first().waitFor()
  if (!response) return
  await page.getByRole('tab', { name: 'Live traffic' }).click()
  await page.locator('.message summary', { hasText: response }).waitFor()
}
