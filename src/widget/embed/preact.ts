import { Component, createRef, h, type JSX, type Ref } from 'preact'
import type { CheckoutView } from '../../contract/view.ts'
import { listen, optionsOf, type PaypaneCallbacks } from './component.ts'
import { esmLoaders } from './esm-loaders.ts'
import { type MountedPaypane, mountWidget } from './mount.ts'
import type { PaypaneHandle, PaypaneOptions } from './options.ts'

/** Properties of the component: the options of `mount`, a callback for each event, and the look of its `<div>`. */
export type PaypaneProps = PaypaneOptions &
  PaypaneCallbacks & {
    /** Of the `<div>`. */
    class?: string | undefined
    /** Of the `<div>`. */
    className?: string | undefined
    /** Of the `<div>`. */
    style?: string | Record<string, string | number | null | undefined> | undefined
    /** Receives the component, with its view and `refresh()`. */
    ref?: Ref<PaypaneHandle> | undefined
  }

/**
 * The widget as a Preact component, for Preact 10 and 11. Renders an empty `<div>` on a server.
 *
 * @example
 * const widget = <Paypane endpoint="/pay" order="1042" onSuccess={() => location.assign('/thanks')} />
 */
export class Paypane extends Component<PaypaneProps> implements PaypaneHandle {
  #container = createRef<HTMLDivElement>()
  #widget: MountedPaypane | null = null
  #unlisten: (() => void) | null = null
  #detachRef: (() => void) | null = null

  /** The last view received; null before the first. */
  get view(): CheckoutView | null {
    return this.#widget?.view ?? null
  }

  /** Requests the view immediately. */
  refresh(): void {
    this.#widget?.refresh()
  }

  override componentDidMount(): void {
    if (!this.#container.current) return
    this.#unlisten = listen(this.#container.current, () => this.props)
    this.#widget = mountWidget(this.#container.current, optionsOf(this.props), esmLoaders)
    this.#detachRef = attach(this.props.ref, this)
  }

  override componentDidUpdate(previous: PaypaneProps): void {
    this.#widget?.update(optionsOf(this.props))
    if (previous.ref === this.props.ref) return
    this.#detachRef?.()
    this.#detachRef = attach(this.props.ref, this)
  }

  override componentWillUnmount(): void {
    this.#detachRef?.()
    this.#widget?.unmount()
    this.#unlisten?.()
  }

  override render(): JSX.Element {
    const { class: name, className = name, style } = this.props
    return h('div', { ref: this.#container, class: className, style })
  }
}

/** Preact 11 gives a component its `ref` as a property; Preact 10 attaches it to the instance by itself. */
function attach(ref: Ref<PaypaneHandle> | undefined, handle: PaypaneHandle): (() => void) | null {
  if (ref === undefined || ref === null) return null
  if (typeof ref !== 'function') {
    ref.current = handle
    return () => {
      ref.current = null
    }
  }
  const cleanUp = ref(handle)
  return typeof cleanUp === 'function' ? cleanUp : () => void ref(null)
}
