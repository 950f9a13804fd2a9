import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { launchChromium } from '../browser/chromium.ts'
import { startSandbox } from '../support/processes.ts'
import { hasPython, type PythonServer, startPython } from './server.ts'

const page = `<!doctype html>
<html lang="en">
  <title>Order 1042</title>
  <link rel="icon" href="data:,">
  <pay-pane endpoint="/pay" order="1042"></pay-pane>
  <script type="module" src="/widget.js"></script>
</html>`

/** `paypane/element`, bundled as a merchant would. */
async function bundleWidget(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, '../../src/widget/embed/element.ts'), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs.find((one) => one.type === 'chunk')?.code ?? ''
}

describe.skipIf(!hasPython)('a page with the widget, served by docs/examples/merchant.py', () => {
  let sandbox: Awaited<ReturnType<typeof startSandbox>>
  let folder: string
  let python: PythonServer
  let browser: Browser

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paypane-python-'))
    sandbox = await startSandbox()
    python = await startPython({ ...sandbox.settings, DATABASE: join(folder, 'shop.db') })
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser.close()
    await python.kill()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows the payment details, then that the order is paid, also after a reload', async () => {
    const payer = await browser.newPage()
    const consoleErrors: string[] = []
    payer.on('pageerror', (error) => consoleErrors.push(error.message))
    payer.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()))
    await payer.route(`${python.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: page }))
    const script = await bundleWidget()
    await payer.route('**/widget.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await payer.goto(python.url)

    await payer.getByRole('heading', { name: 'Send exactly this amount' }).waitFor()
    const [order] = z
      .array(z.object({ externalId: z.string(), paymentDetails: z.object({ fio: z.string() }) }))
      .parse(await (await fetch(`${sandbox.url}/_sandbox/orders`)).json())
    await payer.getByText(order?.paymentDetails.fio ?? '').waitFor()

    await fetch(`${sandbox.url}/_sandbox/orders/${order?.externalId}`, {
      method: 'POST',
      body: '{"do":"pay"}',
    })
    const paid = payer.getByRole('heading', { name: 'Paid' })
    await paid.waitFor()
    await payer.reload()
    await paid.waitFor()
    expect(consoleErrors).toEqual([])
    await expect.poll(() => python.lines, { timeout: 10_000 }).toContain('paid 1042 1250.00')
  })
})
