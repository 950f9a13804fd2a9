import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateSealKey } from 'paypane/server'
import { expect, test, vi } from 'vitest'
import { tokens } from '../../../demo/app/brand.ts'
import { defaults } from '../../../demo/app/settings.ts'
import { snippets } from '../../../demo/app/snippets.ts'
import { launchChromium } from '../chromium.ts'
import { startMerchant, startSandbox } from '../whole-way/processes.ts'
import { scriptFile } from '../whole-way/script-file.ts'

// A machine with much else to do is slow, not wrong.
vi.setConfig({ testTimeout: 60_000 })

test('the script tag, as the demo writes it, shows the pane in the brand that was set, and pays', async () => {
  const settings = { ...defaults, accent: '#7a2360', radius: 20, theme: 'light' } as const
  const folder = await mkdtemp(join(tmpdir(), 'paypane-snippet-'))
  const [browser, script, sandbox] = await Promise.all([launchChromium(), scriptFile(), startSandbox()])
  const env: Record<string, string> = await (await fetch(`${sandbox.url}/_sandbox/env`)).json()
  const merchant = await startMerchant({
    ...env,
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'paypane.db')}`,
    SEAL_KEY: generateSealKey(),
  })
  try {
    const page = await browser.newPage()
    const html = snippets(settings).find(({ id }) => id === 'script')?.code ?? ''
    const served = { '/shop': html, '/thanks': 'Thank you', '/paypane.js': script }
    for (const [path, body] of Object.entries(served)) {
      const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      await page.route(`${merchant.url}${path}`, (route) => route.fulfill({ body, contentType }))
    }
    await page.goto(`${merchant.url}/shop`)
    await page.getByRole('button', { name: 'Bank transfer' }).click()
    await page.getByRole('button', { name: 'I have paid' }).waitFor()
    const look = await page.locator('.pane').evaluate((pane) => ({
      '--paypane-accent': getComputedStyle(pane).getPropertyValue('--paypane-accent').trim(),
      '--paypane-on-accent': getComputedStyle(pane).getPropertyValue('--paypane-on-accent').trim(),
      '--paypane-radius': getComputedStyle(pane).borderRadius,
    }))
    expect(look).toEqual(tokens(settings, 'light'))

    const [order]: { externalId: string }[] = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
    await fetch(`${sandbox.url}/_sandbox/orders/${order?.externalId}`, {
      method: 'POST',
      body: JSON.stringify({ do: 'pay' }),
    })
    await page.getByText('Thank you').waitFor()
  } finally {
    await browser.close()
    await merchant.kill('SIGTERM')
    await sandbox.kill('SIGTERM')
    await rm(folder, { recursive: true })
  }
})
