import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

const systemPaths = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'].map(
  (name) => `/usr/bin/${name}`,
)

/** Launches `$CHROMIUM`, else an installed Chromium, else the packaged one. Its pages are `$PAGE_SLOWDOWN` times slower. */
export async function launchChromium(): Promise<Browser> {
  const browser = await launch()
  // As that of polls in vite.config.ts.
  browser.on('context', (context) => context.setDefaultTimeout(90_000))
  const rate = Number(process.env['PAGE_SLOWDOWN'] ?? 1)
  if (rate > 1) browser.on('context', (context) => context.on('page', (page) => void slowDown(page, rate)))
  return browser
}

async function slowDown(page: Page, rate: number): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  } catch (error) {
    // A test may close its page at once.
    if (!page.isClosed()) throw error
  }
}

async function launch(): Promise<Browser> {
  const executable = process.env['CHROMIUM'] ?? systemPaths.find((path) => existsSync(path))
  if (executable) return chromium.launch({ executablePath: executable, args: launchArgs })
  const folder = await unpack()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: launchArgs,
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  })
}

/** Unpacks the packaged Chromium and its libraries once for each version. Safe for concurrent processes. */
async function unpack(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const manifest = join(dirname(resolve('@sparticuz/chromium')), '..', '..', 'package.json')
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'))
  const folder = join(process.env['PROGRAMS_FOLDER'] ?? tmpdir(), `paypane-chromium-${version}`)
  if (existsSync(folder)) return folder
  const tempFolder = await mkdtemp(`${folder}-`)
  const savedEnv = { TMPDIR: process.env['TMPDIR'], AWS_EXECUTION_ENV: process.env['AWS_EXECUTION_ENV'] }
  // The package unpacks into the temporary folder, and its libraries only on Lambda.
  Object.assign(process.env, { TMPDIR: tempFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
  try {
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    restore(savedEnv)
  }
  await rename(tempFolder, folder).catch(() => rm(tempFolder, { recursive: true }))
  return folder
}

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
