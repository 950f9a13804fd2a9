import type { CheckoutView } from '../../contract/view.ts'
import { parseView } from '../core/read-view.ts'
import type { PaypaneOptions } from './options.ts'
import { type Loaders, type RunningWidget, startWidget } from './start-widget.ts'

/** The element's name on a page. */
const tagName = 'pay-pane'

/** Options that are strings are attributes too. */
const stringOptions = [
  'endpoint',
  'checkout',
  'order',
  'method',
  'present',
  'redirect',
  'locale',
  'theme',
] as const
const optionNames = [...stringOptions, 'messages', 'initialView', 'fetch'] as const

/** `<pay-pane>`: every option is a property, and those that are strings are attributes too. */
export interface PayPaneElement extends HTMLElement, Partial<PaypaneOptions> {
  /** The last view that the server gave; null before the first. */
  readonly view: CheckoutView | null
  /** Asks the server at once. */
  refresh(): void
}

/** Defines the element once; where the page has it already, of this version or another, that one stays. */
export function definePayPane(loaders: Loaders): void {
  if (typeof customElements === 'undefined' || customElements.get(tagName)) return
  customElements.define(tagName, createPayPane(loaders))
}

/** The class is made here, since there is no `HTMLElement` to extend where there is no DOM. */
function createPayPane(loaders: Loaders): CustomElementConstructor {
  class PayPane extends HTMLElement {
    static observedAttributes = [...stringOptions, 'initial-view']
    /** What attributes and properties said last. */
    givenOptions: Partial<PaypaneOptions> = {}
    #root = this.attachShadow({ mode: 'open' })
    #widget: RunningWidget | null = null
    #lastView: CheckoutView | null = null
    #isUpdateScheduled = false

    get view(): CheckoutView | null {
      return this.#widget?.view ?? this.#lastView
    }

    refresh(): void {
      this.#widget?.refresh()
    }

    connectedCallback(): void {
      for (const name of optionNames) upgradeProperty(this, name)
      this.scheduleUpdate()
    }

    disconnectedCallback(): void {
      this.scheduleUpdate()
    }

    attributeChangedCallback(name: string, _: string | null, value: string | null): void {
      if (name === 'initial-view') Reflect.set(this, 'initialView', parseView(value ?? ''))
      else Reflect.set(this, name, value)
    }

    /** After all that happens in this turn: a move in the page is no removal, and six attributes are one change. */
    scheduleUpdate(): void {
      if (this.#isUpdateScheduled) return
      this.#isUpdateScheduled = true
      queueMicrotask(() => {
        this.#isUpdateScheduled = false
        const { checkout, order } = this.givenOptions
        const lastView = this.#lastView
        // An element put back shows what it showed.
        const isReconnected = lastView && (checkout ? checkout === lastView.id : order === lastView.order)
        const options = {
          endpoint: '',
          ...this.givenOptions,
          ...(isReconnected && { initialView: lastView }),
        }
        if (!this.isConnected || !(checkout || order)) this.#stop()
        else if (this.#widget) this.#widget.update(options)
        else this.#widget = startWidget(this, this.#root, options, loaders)
      })
    }

    #stop(): void {
      this.#lastView = this.view
      this.#widget?.stop()
      this.#widget = null
    }
  }
  for (const name of optionNames) {
    Object.defineProperty(PayPane.prototype, name, {
      get(this: PayPane) {
        return this.givenOptions[name]
      },
      set(this: PayPane, value: unknown) {
        this.givenOptions = { ...this.givenOptions, [name]: value ?? undefined }
        this.scheduleUpdate()
      },
    })
  }
  return PayPane
}

/** A property set before the element was defined hides the accessor of the same name: hand it over. */
function upgradeProperty(element: HTMLElement, name: string): void {
  if (!Object.hasOwn(element, name)) return
  const value: unknown = Reflect.get(element, name)
  Reflect.deleteProperty(element, name)
  Reflect.set(element, name, value)
}
