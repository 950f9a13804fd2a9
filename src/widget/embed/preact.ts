import { Component, createRef, h, type JSX } from 'preact'
import { listen, optionsOf, type WidgetProps } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'

/** Properties of the component: the options of `mount`, a callback for each event, and the look of its `<div>`. */
export type PaypaneProps = WidgetProps & {
  class?: string | undefined
  className?: string | undefined
  style?: string | Record<string, string | number | null | undefined> | undefined
}

/**
 * The widget as a Preact component, for Preact 10 and 11. Renders an empty `<div>` on a server.
 *
 * @example
 * const widget = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export class Paypane extends Component<PaypaneProps> {
  #container = createRef<HTMLDivElement>()
  #widget: MountedPaypane | null = null
  #unlisten: (() => void) | null = null

  override componentDidMount(): void {
    if (!this.#container.current) return
    this.#unlisten = listen(this.#container.current, () => this.props)
    this.#widget = mountWidget(this.#container.current, optionsOf(this.props), esmLoaders)
  }

  override componentDidUpdate(): void {
    this.#widget?.update(optionsOf(this.props))
  }

  override componentWillUnmount(): void {
    this.#widget?.unmount()
    this.#unlisten?.()
  }

  override render(): JSX.Element {
    const { class: name, className = name, style } = this.props
    return h('div', { ref: this.#container, class: className, style })
  }
}
