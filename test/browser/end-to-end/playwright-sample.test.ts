import { type APIRequestContext, type Locator, type Page, request } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { pageAt } from '../../docs/page.ts'
import { startMerchant, startSandbox } from '../../support/processes.ts'
import { sharedChromium } from '../shared-chromium.ts'

const chromium = sharedChromium()
const sample = pageAt('docs/testing.md').blocks.find(({ file }) => file === 'order.spec.js')?.text ?? ''
const sandbox = await startSandbox()
const merchant = await startMerchant(sandbox.settings)
afterAll(async () => {
  await merchant.stop()
  await sandbox.stop()
})

type Sample = (fixtures: { page: Page; request: APIRequestContext }) => Promise<void>

/** The function that the sample gives to `test` of `@playwright/test`, with the addresses of this shop. */
function readSample(): Sample {
  const given: Sample[] = []
  // At once: the port of one may begin with that of the other.
  const body = sample
    .replace(/^import .*$/m, '')
    .replaceAll(/http:\/\/127\.0\.0\.1:(8787\/|4010)/g, (_, port) =>
      port === '4010' ? sandbox.url : `${merchant.url}/pay/o/1042`,
    )
  const expectLocator = (locator: Locator) => ({ toBeVisible: () => locator.waitFor() })
  new Function('test', 'expect', body)((_: string, run: Sample) => given.push(run), expectLocator)
  const [run] = given
  if (run === undefined) throw new Error('The sample has no test')
  return run
}

test('the Playwright sample of docs/testing.md pays an order', async () => {
  const context = await chromium.browser.newContext()
  const client = await request.newContext()
  await readSample()({ page: await context.newPage(), request: client })
  await client.dispose()
  const [order] = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
  expect(order.status).toBe('Success')
})
