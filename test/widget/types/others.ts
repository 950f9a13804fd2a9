// The compiler is what fails here: `npx tsc --noEmit`.
import type {} from 'paypane/types/script-tag'
import type {} from 'paypane/types/svelte'
import type { SvelteHTMLElements } from 'svelte/elements'

type Props = SvelteHTMLElements['pay-pane']
type DocumentProps = SvelteHTMLElements['svelte:document']

export const props: Props[] = [
  { endpoint: '/pay', order: '1042', theme: 'dark', id: 'pay' },
  { endpoint: '/pay', 'onpaypane-success': (event) => event.detail.view.order.length },
  // @ts-expect-error: unknown theme
  { endpoint: '/pay', theme: 'purple' },
]

export const documentProps: DocumentProps = {
  'onpaypane-success': (event) => event.detail.view.order.length,
}

export const order: string | undefined = Paypane.mount('#pay', { endpoint: '/pay', order: '1042' }).view
  ?.order
document.addEventListener('paypane-success', ({ detail }) => detail.view.order.length)
// @ts-expect-error: the script tag has no other names
Paypane.createSession
