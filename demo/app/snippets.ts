import { tokensCss } from './brand.ts'
import { defaults, type Settings } from './settings.ts'

export interface Snippet {
  id: string
  name: string
  side: 'page' | 'server'
  code: string
}

/** The widget's options that differ from the defaults. */
function options({ method, present, locale, theme }: Settings): [string, string][] {
  const all: [string, string, string][] = [
    ['method', method, 'choose'],
    ['present', present, defaults.present],
    ['locale', locale, defaults.locale],
    ['theme', theme, defaults.theme],
  ]
  return all.filter(([, value, defaultValue]) => value !== defaultValue).map(([name, value]) => [name, value])
}

const attributes = (settings: Settings): string =>
  [['endpoint', '/pay'], ['order', '1042'], ...options(settings)]
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

const hasBrand = ({ accent, radius }: Settings): boolean =>
  accent !== defaults.accent || radius !== defaults.radius

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

export function snippets(settings: Settings): Snippet[] {
  const attributesText = attributes(settings)
  const component = (name: string) => `import { Paypane } from '${name}'

export function Payment() {
  return <Paypane${attributesText} onSuccess={() => location.assign('/thanks')} />
}`
  const style = hasBrand(settings) ? `<style>\n${indented(tokensCss(settings))}\n</style>\n` : ''
  return [
    {
      id: 'script',
      name: 'Script tag',
      side: 'page',
      code: `<script src="/pay/paypane.js" async></script>
${style}<pay-pane${attributesText}></pay-pane>
<script>
  document.addEventListener('paypane-success', () => location.assign('/thanks'))
</script>`,
    },
    { id: 'css', name: 'Brand (CSS)', side: 'page', code: tokensCss(settings) },
    { id: 'react', name: 'React', side: 'page', code: component('paypane/react') },
    { id: 'preact', name: 'Preact', side: 'page', code: component('paypane') },
    {
      id: 'vue',
      name: 'Vue',
      side: 'page',
      code: `<script setup>
import 'paypane/element'
// In the build: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'pay-pane' } } })
</script>

<template>
  <pay-pane${attributesText} @paypane-success="$router.push('/thanks')"></pay-pane>
</template>`,
    },
    {
      id: 'svelte',
      name: 'Svelte',
      side: 'page',
      code: `<script>
  import 'paypane/element'
  import { on } from 'svelte/events'
  import { goto } from '$app/navigation'

  const thank = (widget) => on(widget, 'paypane-success', () => goto('/thanks'))
</script>

<pay-pane${attributesText} {@attach thank}></pay-pane>`,
    },
    {
      id: 'kit',
      name: 'The kit',
      side: 'server',
      code: `// paypane.ts
import { createPaypane } from 'paypane/server'
import { sqliteStore } from 'paypane/server/sqlite'
import { createPaymentsClient } from 'paypane/service'

const { PAYMENTS_BASE_URL = '', PAYMENTS_P2P_KEY = '', PAYMENTS_PRIVATE_KEY = '' } = process.env
const { SEAL_KEY = '', SHOP_SECRET = '' } = process.env

export const paypane = createPaypane({
  service: createPaymentsClient({ baseUrl: PAYMENTS_BASE_URL }),
  pipelines: { p2p: { profile: 'p2p', key: PAYMENTS_P2P_KEY, privateKey: PAYMENTS_PRIVATE_KEY } },
  store: sqliteStore('./data/paypane.db'),
  sealKey: SEAL_KEY,
  orderSecret: SHOP_SECRET,
  publicUrl: 'https://shop.example',
  basePath: '/pay',
  order: (reference) => (reference === '1042' ? { amount: '${settings.amount}', currency: '${settings.currency}' } : null),
  onEvent: (event) => console.log(event.type, event.ref),
})`,
    },
    {
      id: 'hono',
      name: 'Hono',
      side: 'server',
      code: `import { Hono } from 'hono'
import { paypane } from './paypane.ts'

export const app = new Hono()
app.all('/pay/*', (c) => paypane.fetch(c.req.raw))`,
    },
    {
      id: 'express',
      name: 'Express',
      side: 'server',
      code: `import express from 'express'
import { toNodeHandler } from 'paypane/server/node'
import { paypane } from './paypane.ts'

const app = express()
app.use('/pay', toNodeHandler(paypane)) // before express.json(): a signature covers the raw text
app.listen(8787)`,
    },
    {
      id: 'next',
      name: 'Next',
      side: 'server',
      code: `// app/pay/[...path]/route.ts
import { paypane } from '../../../paypane.ts'

const handler = (request: Request) => paypane.fetch(request)
export { handler as DELETE, handler as GET, handler as POST, handler as PUT }`,
    },
  ]
}
