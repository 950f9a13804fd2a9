import type { Project } from './project.ts'

const orderOption = `/** Your server signs the order for a visitor who may pay it. Called again when the token has expired. */
const order = async () => (await fetch('/order-token')).text()
`

const component = (from: string): string => `import { Paypane } from '${from}'

${orderOption}
const thank = () => {
  document.title = 'Paid'
}

export const Checkout = () => <Paypane endpoint="/pay" order={order} onSuccess={thank} />
`

type Page = Exclude<Project['page'], null>

/** The files of a front end's page by their names without the extension of scripts, and the script that the page loads. */
const files: Record<Page, { component?: [name: string, text: string]; main: string; isJsx?: true }> = {
  react: {
    component: ['Checkout', component('paypane/react')],
    isJsx: true,
    main: `import { createRoot } from 'react-dom/client'
import { Checkout } from './Checkout'

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Checkout />)
`,
  },
  preact: {
    component: ['Checkout', component('paypane')],
    isJsx: true,
    main: `import { render } from 'preact'
import { Checkout } from './Checkout'

render(<Checkout />, document.body)
`,
  },
  vue: {
    main: `import 'paypane/element'
import { createApp, h } from 'vue'

${orderOption}
const onPaypaneSuccess = () => {
  document.title = 'Paid'
}

const root = document.createElement('div')
document.body.append(root)
createApp({
  // In a template, name pay-pane in isCustomElement of the Vue plugin.
  render: () => h('pay-pane', { endpoint: '/pay', order, 'onPaypane-success': onPaypaneSuccess }),
}).mount(root)
`,
  },
  svelte: {
    component: [
      'Checkout.svelte',
      `<script>
import 'paypane/element'

${orderOption}
function thank() {
  document.title = 'Paid'
}
</script>

<pay-pane endpoint="/pay" {order} onpaypane-success={thank}></pay-pane>
`,
    ],
    main: `import { mount } from 'svelte'
import Checkout from './Checkout.svelte'

mount(Checkout, { target: document.body })
`,
  },
  plain: {
    main: `import { mount } from 'paypane'

${orderOption}
const target = document.createElement('div')
document.body.append(target)
mount(target, { endpoint: '/pay', order })
document.addEventListener('paypane-success', () => {
  document.title = 'Paid'
})
`,
  },
}

/** A page of its own at `/checkout.html`, so that no page of the project changes. */
export function pageFiles(page: Page, { isTypeScript, viteConfig }: Project): Record<string, string> {
  const { component, main, isJsx } = files[page]
  const extension = `${isTypeScript ? 'ts' : 'js'}${isJsx ? 'x' : ''}`
  const script = `src/checkout-main.${extension}`
  const [name = '', text = ''] = component ?? []
  return {
    'checkout.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Order 1042</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <script type="module" src="/${script}"></script>
  </body>
</html>
`,
    ...(component && { [`src/${name.includes('.') ? name : `${name}.${extension}`}`]: text }),
    [script]: main,
    'vite.paypane.config.mjs': viteFile(viteConfig),
  }
}

const viteFile = (config: string | null): string => `import { defineConfig, mergeConfig } from 'vite'
${config === null ? '' : `import config from './${config}'\n`}
const server = process.env.SERVER ?? 'http://127.0.0.1:8787'
// In production the merchant server is at the same origin, behind one proxy.
const proxy = { '/pay': server, '/order-token': server }

export default defineConfig(async (env) =>
  mergeConfig(${config === null ? '{}' : "typeof config === 'function' ? await config(env) : config"}, { server: { proxy } }),
)
`

export function nextFiles({ isTypeScript, nextFolder, hasNextLayout }: Project): Record<string, string> {
  const t = (types: string): string => (isTypeScript ? types : '')
  const [js, jsx] = isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx']
  const layout = `${t("import type { ReactNode } from 'react'\n\n")}export default function RootLayout({ children }${t(': { children: ReactNode }')}) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`
  return {
    [`${nextFolder}app/pay/[...path]/route.${js}`]: `import { paypane } from '../../../paypane'

const handler = (request${t(': Request')}) => paypane().fetch(request)

export { handler as DELETE, handler as GET, handler as POST, handler as PUT }
`,
    [`${nextFolder}app/return/[...path]/route.${js}`]: `export { GET } from '../../pay/[...path]/route'
`,
    [`${nextFolder}app/checkout/page.${jsx}`]: `import { connection } from 'next/server'
import { Paypane } from 'paypane/react'
import { Suspense } from 'react'
import { orderToken } from '../../paypane'

export default function Page() {
  return (
    <Suspense fallback={<p>Loading the payment…</p>}>
      <Payment />
    </Suspense>
  )
}

async function Payment() {
  // Rendered for each request: a payment is never part of a prerendered page.
  await connection()
  return <Paypane endpoint="/pay" order={await orderToken()} />
}
`,
    ...(hasNextLayout ? {} : { [`${nextFolder}app/layout.${jsx}`]: layout }),
  }
}
