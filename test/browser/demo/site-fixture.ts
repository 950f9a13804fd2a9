import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sharedChromium } from '../shared-chromium.ts'
import { builtSite } from './build-site.ts'
import { serveFiles } from './file-server.ts'

interface Axe {
  run(options: {
    resultTypes: string[]
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** A browser and the built demo on a file server below a base path, for the tests of the calling file. */
export function siteFixture(basePath: string) {
  const chromium = sharedChromium()
  let folder: string
  let host: Awaited<ReturnType<typeof serveFiles>>

  beforeAll(async () => {
    folder = await builtSite()
    host = await serveFiles(folder, basePath)
  })
  afterAll(() => host.close())

  return {
    get browser() {
      return chromium.browser
    },
    get folder() {
      return folder
    },
    get url() {
      return host.url
    },
  }
}

/** What axe finds on the page: each rule with the elements that violate it. */
export async function violations(page: Page): Promise<string[][]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axe })
  return await page.evaluate(async () => {
    const tool: Axe = Reflect.get(globalThis, 'axe')
    const { violations } = await tool.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  })
}
