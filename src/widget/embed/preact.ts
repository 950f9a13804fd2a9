import { Component, createRef, h, type JSX } from 'preact'
import { listen, optionsOf, type PaypaneProps } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'

/**
 * The pane as a Preact component, for Preact 10 and 11.
 *
 * @example
 * const pane = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export class Paypane extends Component<PaypaneProps> {
  #place = createRef<HTMLDivElement>()
  #pane: MountedPaypane | null = null
  #deafen: (() => void) | null = null

  override componentDidMount(): void {
    if (!this.#place.current) return
    this.#deafen = listen(this.#place.current, () => this.props)
    this.#pane = mountWidget(this.#place.current, optionsOf(this.props), esmLoaders)
  }

  override componentDidUpdate(): void {
    this.#pane?.update(optionsOf(this.props))
  }

  override componentWillUnmount(): void {
    this.#pane?.unmount()
    this.#deafen?.()
  }

  override render(): JSX.Element {
    return h('div', { ref: this.#place })
  }
}
