import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundlePage, type PageFiles } from './bundle-page.ts'

const version = '6.45.2'
const entry = `
import { AdyenCheckout, Pix } from '@adyen/adyen-web'
import '@adyen/adyen-web/styles/adyen.css'
const view = JSON.parse(document.querySelector('#view').textContent)
const here = location.origin + '/adyen/'
AdyenCheckout.register(Pix)
AdyenCheckout({
  environment: 'test',
  clientKey: 'bench',
  countryCode: 'BR',
  locale: 'en-US',
  amount: { value: 125000, currency: 'BRL' },
  analytics: { enabled: false },
  _environmentUrls: { api: here, analytics: here, cdn: { images: here, translations: here } },
}).then((checkout) =>
  checkout
    .createFromAction({
      type: 'qrCode',
      paymentMethodType: 'pix',
      paymentData: view.id,
      qrCodeData: view.action.qr,
    })
    .mount('main'),
)
`

/**
 * Bundles Adyen Web with its Pix QR only, as a merchant would. Installs it on first use; prints the reason and returns
 * null if that fails.
 */
export async function buildAdyen(print: (line: string) => void): Promise<PageFiles | null> {
  const folder = join(tmpdir(), `paypane-adyen-web-${version}`)
  try {
    if (!existsSync(folder)) await install(folder)
  } catch (cause) {
    print(`  Adyen Web ${version} cannot be installed and is not measured: ${String(cause).split('\n')[0]}`)
    return null
  }
  await writeFile(join(folder, 'entry.js'), entry)
  return bundlePage(folder, join(folder, 'entry.js'))
}

async function install(folder: string): Promise<void> {
  const tempFolder = `${folder}-${process.pid}`
  await mkdir(tempFolder, { recursive: true })
  await writeFile(join(tempFolder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', tempFolder]
  await promisify(execFile)('npm', ['install', ...flags, `@adyen/adyen-web@${version}`], { cwd: tempFolder })
  await rename(tempFolder, folder)
}
