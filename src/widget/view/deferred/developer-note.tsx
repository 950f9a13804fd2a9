import { Component } from 'preact'
import { secretOfView } from '../../core/checkout-access.ts'
import type { Model } from '../model.ts'
import { isLoopbackHost } from '../permitted-url.ts'

const warned = new Set<string>()

/** Once for each text, for the developer of the page. */
export function warn(text: string): string {
  // biome-ignore lint/suspicious/noConsole: for the developer of the page.
  if (!warned.has(text)) console.warn(text)
  warned.add(text)
  return text
}

interface State {
  text?: string
}

/** Why no payment is shown, if the page's developer can change it: on the console; on loopback it is shown, too. */
export class DeveloperNote extends Component<{ model: Model }, State> {
  override async componentDidMount() {
    const { model } = this.props
    const text = await explain(model).catch(() => '')
    if (text && model.page.isLoopback) this.setState({ text })
  }

  override render(_: unknown, { text }: State) {
    return (
      text && (
        <p class="note" dir="ltr">
          {text}
        </p>
      )
    )
  }
}

/** Paypane refuses this request with JSON, whatever the page has wrong. Another server does not. */
async function explain({ options, page, state }: Model): Promise<string | false | undefined> {
  const { endpoint, checkout, initialView, fetch: send = fetch } = options
  if (endpoint === '' && refusedOrigin) return refusedOrigin
  const url = `${page.endpoint.replace(/\/+$/, '')}/checkouts/co_`
  const { status, headers } = await send(url)
  const type = headers.get('content-type')
  if (status < 400 || !type?.includes('json'))
    return warn(`Paypane: ${url} is another server (${status} ${type}): docs/errors.md#wrong_endpoint`)
  if (state.blockingError !== 'notFound') return false
  if (!state.view) return warn('Paypane: unknown order or signature: docs/errors.md#order_unknown')
  const opensNothing = initialView && !checkout && !secretOfView(initialView)
  return opensNothing && warn('Paypane: initialView has no clientSecret: docs/errors.md#checkout_unknown')
}

/** The last refused endpoint, which is no endpoint: nothing else is wrong with the page. */
let refusedOrigin = ''

export function warnOfOrigin(url: string): void {
  refusedOrigin = warn(`Paypane: set ${url} as a property, or name its origin in data-origins`)
}

/** Frameworks set the order a moment later. */
const orderTimeoutMs = 3000

export function warnWithoutOrder(element: HTMLElement & { order?: unknown; checkout?: unknown }): void {
  setTimeout(() => {
    if (!element.isConnected || element.order || element.checkout) return
    const text = warn(`Paypane: no order, but ${element.getAttributeNames()}: docs/errors.md#no_order`)
    if (isLoopbackHost(location.hostname) && !element.shadowRoot) element.textContent = text
  }, orderTimeoutMs)
}
