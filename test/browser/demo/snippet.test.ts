import { expect, test } from 'vitest'
import { tokens } from '../../../demo/app/brand.ts'
import { defaults } from '../../../demo/app/settings.ts'
import { snippets } from '../../../demo/app/snippets.ts'
import { isFull } from '../../support/full.ts'
import { startMerchant, startSandbox } from '../../support/processes.ts'
import { sharedChromium } from '../shared-chromium.ts'
import { buildSnippets } from './build-snippets.ts'

const chromium = sharedChromium()
const projects = ['react', 'preact', 'vue', 'svelte']

test.runIf(isFull)(
  'the script tag and each component of the snippets show one checkout until it is paid',
  async () => {
    const settings = { ...defaults, accent: '#7a2360', radius: 20, theme: 'light' } as const
    const [components, sandbox] = await Promise.all([buildSnippets(snippets(settings)), startSandbox()])
    const merchant = await startMerchant(sandbox.settings)
    try {
      const context = await chromium.browser.newContext()
      const served = new Map([
        ['script', snippets(settings).find(({ id }) => id === 'script')?.code ?? ''],
        ['thanks', 'Thank you'],
        ...projects.map((id) => [id, `<body><script type="module" src="/${id}.js"></script>`] as const),
        ...components,
      ])
      for (const [path, body] of served) {
        const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html'
        await context.route(`${merchant.url}/${path}`, (route) => route.fulfill({ body, contentType }))
      }
      const page = await context.newPage()
      await page.goto(`${merchant.url}/script`)
      await page.getByRole('button', { name: 'Transfer' }).click()
      await page.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
      const others = await Promise.all(
        projects.map(async (id) => {
          const other = await context.newPage()
          await other.goto(`${merchant.url}/${id}`)
          await other.getByRole('button', { name: 'I’ve sent the money' }).waitFor()
          return other
        }),
      )
      const style = await page.locator('.widget').evaluate((pane) => ({
        '--paypane-accent': getComputedStyle(pane).getPropertyValue('--paypane-accent').trim(),
        '--paypane-radius': getComputedStyle(pane).borderRadius,
      }))
      expect(style).toEqual(tokens(settings))

      const [order]: { externalId: string }[] = await (await fetch(`${sandbox.url}/_sandbox/orders`)).json()
      await fetch(`${sandbox.url}/_sandbox/orders/${order?.externalId}`, {
        method: 'POST',
        body: JSON.stringify({ do: 'pay' }),
      })
      for (const one of [page, ...others]) await one.getByText('Thank you').waitFor()
    } finally {
      await merchant.stop()
      await sandbox.stop()
    }
  },
)
