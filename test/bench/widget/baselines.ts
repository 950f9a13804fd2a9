import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CheckoutView } from 'paypane/contract'
import type { renderWidget } from 'paypane/server/html'
import { buildScriptTag } from '../../support/build-script-tag.ts'
import { buildAdyen } from './adyen.ts'
import { bundlePage } from './bundle-page.ts'
import type { Site } from './site.ts'

/** Checks for visible elements, run in the page once per frame. */
export interface Probes {
  /** The payment details. */
  number: () => boolean
  /** The QR code. */
  code: () => boolean
  paid: () => boolean
}

/** A page that shows payment details and follows the payment. */
export interface Candidate {
  name: string
  /** The files that the page loads before it shows the payment details. */
  files: readonly string[]
  probes: Probes
  /** Adds the page to the site and returns its URL. */
  page(view: CheckoutView): Promise<string>
  /** The path prefix of its status requests. */
  statusPath: (view: CheckoutView) => string
}

const root = new URL('../../../', import.meta.url)
const text = 'text/html'
const code = 'text/javascript'
const start =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
const inScript = (view: CheckoutView): string => JSON.stringify(view).replaceAll('<', '\\u003c')

export const widgetProbes: Probes = {
  number: () => {
    const number = document.querySelector('pay-pane')?.shadowRoot?.querySelector('.number')
    return (number?.getBoundingClientRect().height ?? 0) > 0
  },
  code: () => {
    const path = document.querySelector('pay-pane')?.shadowRoot?.querySelector('.qr-image path')
    return (path?.getBoundingClientRect().height ?? 0) > 0
  },
  paid: () =>
    /Paid$/.test(document.querySelector('pay-pane')?.shadowRoot?.querySelector('h2')?.textContent ?? ''),
}

/** A page whose script does nothing: the time that browser and network need until a script has run. */
export function blank(site: Site): Candidate {
  site.put('/blank.js', code, 'scriptHasRun = true')
  const page = `${start}<title>Pay</title><p>Pay</p><script src="/blank.js"></script>`
  const hasRun = () => Reflect.has(window, 'scriptHasRun')
  return {
    name: 'blank',
    files: [],
    probes: { number: hasRun, code: hasRun, paid: hasRun },
    page: async () => site.put('/blank', text, page),
    statusPath: () => '/nothing',
  }
}

export async function paypane(site: Site): Promise<Candidate> {
  await buildScriptTag()
  const files = ['paypane.js', 'paypane-deferred.js', 'paypane-qr.js']
  const [script = '', deferred = '', qr = ''] = await Promise.all(
    files.map((file) => readFile(new URL(`dist/${file}`, root), 'utf8')),
  )
  site.put('/paypane.js', code, script)
  site.put('/paypane-deferred.js', code, deferred)
  site.put('/paypane-qr.js', code, qr)
  return {
    name: 'paypane',
    files: [script, deferred, qr],
    probes: widgetProbes,
    page: async (view) =>
      site.put(
        `/paypane-${view.id}`,
        text,
        `${start}<title>Pay</title><pay-pane endpoint="/pay" checkout="${view.clientSecret ?? view.id}"></pay-pane><script>document.querySelector('pay-pane').initialView = ${inScript(view)}</script><script src="/paypane.js"></script>`,
      ),
    statusPath: ({ id }) => `/pay/checkouts/${id}`,
  }
}

/** The widget in the HTML of the page, as a server renders it. `paypane` has built the script. */
export function rendered(site: Site, render: typeof renderWidget): Candidate {
  return {
    name: 'paypane, rendered by the server',
    files: [],
    probes: widgetProbes,
    async page(view) {
      const widget = await render(view, { endpoint: '/pay', formAction: '/pay/o/1042' })
      const page = `${start}<title>Pay</title><script src="/paypane.js" async></script>${widget}`
      return site.put(`/rendered-${view.id}`, text, page)
    },
    statusPath: ({ id }) => `/pay/checkouts/${id}`,
  }
}

export async function handWritten(site: Site): Promise<Candidate> {
  const { script } = await bundlePage(
    fileURLToPath(root),
    fileURLToPath(new URL('test/bench/widget/hand-written.ts', root)),
  )
  site.put('/by-hand.js', code, script)
  return {
    name: 'by hand',
    files: [script],
    probes: {
      number: () => (document.querySelector('b')?.getBoundingClientRect().height ?? 0) > 0,
      code: () => (document.querySelector('canvas')?.width ?? 300) !== 300,
      paid: () => document.querySelector('h2')?.textContent === 'Paid',
    },
    page: async (view) =>
      site.put(
        `/by-hand-${view.id}`,
        text,
        `${start}<title>Pay</title><main></main><script type="application/json" id="view">${inScript(view)}</script><script src="/by-hand.js"></script>`,
      ),
    statusPath: ({ id }) => `/pay/checkouts/${id}`,
  }
}

export async function adyen(site: Site, print: (line: string) => void): Promise<Candidate | null> {
  const files = await buildAdyen(print)
  if (!files) return null
  site.put('/adyen.js', code, files.script)
  site.put('/adyen.css', 'text/css', files.styles)
  return {
    name: 'Adyen Web',
    files: [files.script, files.styles],
    probes: {
      number: () => {
        const number = document.querySelector('.adyen-checkout__qr-loader--pix__qr_details__code')
        return (number?.getBoundingClientRect().height ?? 0) > 0
      },
      code: () => {
        const image = document.querySelector('[data-testid="pix-qr-image"]')
        return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
      },
      paid: () => document.querySelector('.adyen-checkout__qr-loader--result') !== null,
    },
    page: async (view) =>
      site.put(
        `/adyen-${view.id}`,
        text,
        `${start}<title>Pay</title><link rel="stylesheet" href="/adyen.css"><main></main><script type="application/json" id="view">${inScript(view)}</script><script src="/adyen.js"></script>`,
      ),
    statusPath: () => '/adyen/services/PaymentInitiation/v1/status',
  }
}
